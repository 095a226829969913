import { useState } from 'react';

import { keepHere, removeHere } from '#src/api/application-status.ts';
import { FormError } from '#src/components/field.tsx';
import { follow } from '#src/content/follow.ts';
import type { Followed } from '#src/outbox/followed.ts';

type KeepHereProps = {
  followed: Followed;
  isKept: boolean;
  /** Missing where nothing is left to follow. */
  canKeep?: true;
};

/** Whoever opens a link decides whether this phone keeps it. */
export function KeepHere({ followed, isKept, canKeep }: KeepHereProps) {
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const act = async () => {
    setSaid('');
    setProblem('');
    try {
      await (isKept ? removeHere(followed.secret) : keepHere(followed));
      setSaid(isKept ? follow.removed : follow.kept);
    } catch (error) {
      console.warn('What is kept of the application could not be changed.', error);
      setProblem(follow.notChanged);
    }
  };
  return (
    <div className="row-wrap">
      {(isKept || canKeep) && (
        <button type="button" className="btn" onClick={() => void act()}>
          {isKept ? follow.letGo : follow.keep}
        </button>
      )}
      <p role="status">{said}</p>
      <FormError message={problem} />
    </div>
  );
}
