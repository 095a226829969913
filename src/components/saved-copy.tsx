import { shell } from '#src/content/interface.ts';
import { ageText } from '#src/lib/age.ts';
import { connection } from '#src/state/connection.ts';
import { useSnapshot } from '#src/state/use-proxy-state.ts';

/** Says that what is shown is a saved copy, and how old, when these connect calls could not be refreshed. */
export function SavedCopy({ calls }: { calls: string[] }) {
  const { online, savedAt, stale } = useSnapshot(connection);
  const times = calls
    .filter((call) => !online || stale[call])
    .map((call) => savedAt[call])
    .filter((time) => time !== undefined);
  if (times.length === 0) return null;
  return (
    <p className="saved-copy">
      {shell.savedCopy}: {ageText(Date.now() - Math.min(...times))}
    </p>
  );
}
