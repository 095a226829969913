import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Folds its children on phones, unless they are already in view. Without the app, and on wider screens, they stand open. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDetailsElement>(null);
  const [isFolded, setIsFolded] = useState(false);
  useEffect(() => {
    const narrow = matchMedia('(max-width: 767.98px)');
    const isBelow = () => Number(place.current?.getBoundingClientRect().top) > innerHeight;
    const fold = () => setIsFolded(narrow.matches && isBelow());
    fold();
    narrow.addEventListener('change', fold);
    return () => narrow.removeEventListener('change', fold);
  }, []);
  return (
    <details ref={place} className="fold" open={!isFolded}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
