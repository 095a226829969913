import { type ReactNode, useEffect, useState } from 'react';

/** Folds its children on phones. Without the app, and on wider screens, they stand open. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [isFolded, setIsFolded] = useState(false);
  useEffect(() => {
    const narrow = matchMedia('(max-width: 767.98px)');
    const fold = () => setIsFolded(narrow.matches);
    fold();
    narrow.addEventListener('change', fold);
    return () => narrow.removeEventListener('change', fold);
  }, []);
  return (
    <details className="fold" open={!isFolded}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
