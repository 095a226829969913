import { useState } from 'react';

type CopyTextProps = {
  /** Asked for in the browser: the built html knows no address. */
  text: () => string;
  words: { copy: string; copied: string; copyThis: string };
};

/** A text as something to keep elsewhere; shown where the browser copies nothing. */
export function CopyText({ text, words }: CopyTextProps) {
  const [result, setResult] = useState<'none' | 'copied' | 'denied'>('none');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setResult('copied');
    } catch {
      // Denied, or the page came over plain http from another machine.
      setResult('denied');
    }
  };
  return (
    <>
      <div className="hstack flex-wrap gap-2">
        <button type="button" className="btn btn-outline-primary" onClick={() => void copy()}>
          {words.copy}
        </button>
        <p role="status">{result === 'copied' && words.copied}</p>
      </div>
      {result === 'denied' && (
        <label>
          <span>{words.copyThis}</span>
          <textarea
            className="form-control"
            readOnly
            rows={4}
            value={text()}
            onFocus={({ target }) => target.select()}
          />
        </label>
      )}
    </>
  );
}
