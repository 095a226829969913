import { SiteLink } from '#src/components/link.tsx';
import { shell } from '#src/content/interface.ts';
import { pages } from '#src/paths.ts';
import { connection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

/** The polite word about the connection. */
export function OfflineStatus() {
  const { online } = useProxyState(connection);
  return (
    <div role="status">
      {!online && (
        <p className="offline-note">
          {shell.offline}. {shell.offlineHint}{' '}
          <SiteLink href={pages.saved.path}>{pages.saved.title}</SiteLink>
        </p>
      )}
    </div>
  );
}
