import { honeypotField } from '#src/contract/answer.ts';

/** A field that people neither see nor reach; what is written into it marks the request. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Leave this empty
        <input
          name={honeypotField}
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          defaultValue=""
        />
      </label>
    </div>
  );
}
