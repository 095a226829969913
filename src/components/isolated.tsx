import type { ReactNode } from 'react';

type IsolatedProps = { sentence: (value: string) => string; value: ReactNode };

/** A sentence with a value that a person has written. Its direction and control characters do not change the rest. */
export function Isolated({ sentence, value }: IsolatedProps) {
  // A mark that no sentence contains.
  const [before, after] = sentence('\n').split('\n');
  if (after === undefined) return before;
  return (
    <>
      {before}
      <bdi>{value}</bdi>
      {after}
    </>
  );
}
