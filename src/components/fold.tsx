import { type ReactNode, useEffect, useState } from 'react';

/**
 * Folds its children on phones, where the browser lets the styles do so from the first paint (`_parts.scss`); the app then
 * only closes what is hidden already, so that nothing moves. Elsewhere they stand open.
 */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [isFolded, setIsFolded] = useState<boolean>();
  useEffect(() => {
    if (!globalThis.CSS?.supports?.('selector(::details-content)')) return undefined;
    const narrow = matchMedia('(max-width: 767.98px)');
    const fold = () => setIsFolded(narrow.matches);
    fold();
    narrow.addEventListener('change', fold);
    return () => narrow.removeEventListener('change', fold);
  }, []);
  return (
    <details className={isFolded === undefined ? 'fold' : 'fold is-live'} open={isFolded !== true}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
