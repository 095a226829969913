import { type Read, useOutdated } from '#src/api/hooks.ts';
import * as ui from '#src/content/interface.ts';
import { connection, reportNoResponse } from '#src/state/connection.ts';
import * as site from '#src/words/site.ts';

/** Shows the age of data that could not be refreshed. */
export function SavedCopy({ reads }: { reads: Read[] }) {
  const times = useOutdated(reads)
    .map(({ receivedAt }) => receivedAt)
    .filter((time) => time !== undefined);
  if (times.length === 0) return null;
  return (
    <p className="saved-copy">
      <span>{savedText(Math.min(...times))}</span>{' '}
      <button type="button" className="btn btn-link" onClick={() => void check(reads)}>
        {ui.checkAgain}
      </button>
    </p>
  );
}

/** "Check again". The installed app on iOS has no reload button. */
async function check(reads: Read[]): Promise<void> {
  await reportNoResponse();
  if (!connection.online) return;
  const worker = await import('#src/worker/worker.ts').catch(() => location.reload());
  await Promise.all([worker?.checkForUpdate(), ...reads.map(({ mutate }) => mutate())]);
}

/** `time`: 0 if unknown. */
function savedText(time: number): string {
  return time === 0 ? ui.savedCopy : `${ui.savedCopy}: ${ageText(Date.now() - time)}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `5 minutes ago`, `3 hours ago`; at least a minute. */
export function ageText(milliseconds: number): string {
  const [unit, name] =
    milliseconds < hour
      ? ([minute, 'minute'] as const)
      : milliseconds < 2 * day
        ? ([hour, 'hour'] as const)
        : ([day, 'day'] as const);
  return new Intl.RelativeTimeFormat(site.lang).format(-Math.max(1, Math.floor(milliseconds / unit)), name);
}
