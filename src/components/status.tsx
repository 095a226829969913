import { type ReactNode, useEffect, useState } from 'react';

type StatusProps = { className?: string; children: ReactNode };

/** Its words come after it has been drawn: screen readers announce only what comes into a region that they know. */
export function Status({ className, children }: StatusProps) {
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => {
    requestAnimationFrame(() => requestAnimationFrame(() => setIsKnown(true)));
  }, []);
  return (
    <div role="status" className={className}>
      {isKnown && children}
    </div>
  );
}
