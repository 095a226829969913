import { useState } from 'react';

import { keepHere, letGo } from '#src/connect/application-status.ts';
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
  const act = () =>
    (isKept ? letGo(followed.secret) : keepHere(followed)).then(
      () => setSaid(isKept ? follow.removed : follow.kept),
      (error: unknown) => setSaid(String(error)),
    );
  return (
    <div className="row-wrap">
      {(isKept || canKeep) && (
        <button type="button" className="btn" onClick={() => void act()}>
          {isKept ? follow.letGo : follow.keep}
        </button>
      )}
      <p role="status">{said}</p>
    </div>
  );
}
