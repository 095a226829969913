import { useState } from 'react';

import { follow } from '#src/content/follow.ts';
import { followPath } from '#src/paths.ts';

/** The link as something to keep elsewhere; shown as text where the browser copies nothing. */
export function CopyLink({ secret }: { secret: string }) {
  const [result, setResult] = useState<'none' | 'copied' | 'denied'>('none');
  const link = () => new URL(followPath(secret), location.href).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link());
      setResult('copied');
    } catch {
      // Denied, or the page came over plain http from another machine.
      setResult('denied');
    }
  };
  return (
    <>
      <div className="row-wrap">
        <button type="button" className="btn" onClick={() => void copy()}>
          {follow.copy}
        </button>
        <p role="status">{result === 'copied' && follow.copied}</p>
      </div>
      {result === 'denied' && (
        <label className="field">
          <span>{follow.copyThis}</span>
          <input
            className="form-control"
            readOnly
            value={link()}
            onFocus={(event) => event.target.select()}
          />
        </label>
      )}
    </>
  );
}
