import { shell } from '#src/content/interface.ts';
import { connection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

/** Shows the age of the cached copy if these calls could not be refreshed. */
export function SavedCopy({ calls }: { calls: string[] }) {
  const { online, savedAt, stale } = useProxyState(connection);
  const times = calls
    .filter((call) => !online || stale[call])
    .map((call) => savedAt[call])
    .filter((time) => time !== undefined);
  if (times.length === 0) return null;
  return (
    <p className="saved-copy">
      {shell.savedCopy}: {ageText(Date.now() - Math.min(...times))}{' '}
      <button type="button" className="btn btn-link" onClick={() => void check(calls)}>
        {shell.checkAgain}
      </button>
    </p>
  );
}

/** The module was loaded for the first response. */
async function check(calls: string[]): Promise<void> {
  const { checkAgain } = await import('#src/api/client.ts');
  await checkAgain(calls);
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
  return new Intl.RelativeTimeFormat('en').format(-Math.max(1, Math.floor(milliseconds / unit)), name);
}
