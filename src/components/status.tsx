import { type ReactNode, useEffect, useState } from 'react';

type StatusProps = { className?: string; children: ReactNode };

/**
 * Its words appear after it has been drawn: screen readers announce only what comes into a region that they know. They
 * have their place from the start, so that nothing below them moves.
 */
export function Status({ className, children }: StatusProps) {
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => {
    requestAnimationFrame(() => requestAnimationFrame(() => setIsKnown(true)));
  }, []);
  return (
    <div role="status" className={className}>
      {children && <div className={isKnown ? 'status-words' : 'status-words early'}>{children}</div>}
    </div>
  );
}
