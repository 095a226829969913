import { useId } from 'react';

import { Status } from '#src/components/status.tsx';
import { filesWords as words } from '#src/content/attachments.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { partCount } from '#src/contract/attachments.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { fileRemoved } from '#src/outbox/attachments.ts';
import { changeRecord } from '#src/outbox/page/actions.ts';
import { isHere, type SentFile } from '#src/outbox/sent-file.ts';
import { placeOf, type Submission } from '#src/outbox/submission.ts';
import { connection } from '#src/state/connection.ts';
import { sizeText } from '#src/words/attachments.ts';

export function FileName({ file: { name, size }, id }: { file: SentFile; id: string }) {
  return (
    <p id={id}>
      <bdi>{name}</bdi> <span>{`(${sizeText(size)})`}</span>
    </p>
  );
}

/** What has become of a submission's files. */
export function FileList({ record }: { record: Submission }) {
  const id = useId();
  const { online } = useProxyState(connection);
  return (
    <ul className="list-unstyled vstack gap-2">
      {record.files?.map((file) => (
        <li key={file.sha256} className="vstack gap-2 align-items-start">
          <FileName file={file} id={id + file.sha256} />
          {isHere(file) && (
            <progress
              className="w-100"
              aria-label={file.name}
              value={file.parts}
              max={partCount(file.size)}
            />
          )}
          <Status className="small">{statusText(record, file, online)}</Status>
          {placeOf(record) === 'there' && isHere(file) && <p className="small">{words.removeStops}</p>}
          {placeOf(record) === 'there' && file.state !== 'arrived' && (
            <button
              type="button"
              className="btn btn-outline-primary"
              aria-describedby={id + file.sha256}
              onClick={() => {
                changeRecord(record.id, (one) => fileRemoved(one, file.sha256)).catch(console.warn);
              }}
            >
              {words.remove}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Others are sentences of the server. */
const reasons: Record<string, string> = words.reasons;

function statusText(record: Submission, file: SentFile, isOnline: boolean): string {
  const { state, why = '', parts, size } = file;
  if (state === 'arrived') return words.arrived;
  if (state === 'refused') return words.refused(reasons[why] ?? why);
  if (!isOnline || record.why?.reason === 'offline') return words.waiting;
  if (placeOf(record) !== 'there') return words.follows;
  if (record.why?.reason === 'slow') return words.slow;
  const later = record.why?.message || outcomeWords.service;
  return record.why ? later : words.sending(parts, partCount(size));
}
