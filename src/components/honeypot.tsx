import { honeypotField } from '#src/contract/answer.ts';

/** A field that people neither see nor reach; what robots write into it unmasks them. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Website
        <input name={honeypotField} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
