import { PageHeader } from '#src/components/page-header.tsx';
import { shell } from '#src/content/interface.ts';
import { saved } from '#src/content/saved.ts';
import { chunk, useLoaded } from '#src/lib/chunk.ts';
import { reloadWhenAnswered } from '#src/state/connection.ts';

/** Storage, outbox and the worker's caches are looked into once the page stands: the first view pays nothing for them. */
const sectionsChunk = chunk(() => import('./saved-sections.tsx').then((m) => m.SavedSections));

export function Saved() {
  const { value: Sections, hasFailed } = useLoaded(sectionsChunk, true);
  return (
    <>
      <PageHeader name="saved" />
      {Sections === undefined ? <Reading hasFailed={hasFailed} /> : <Sections whileReading={<Reading />} />}
    </>
  );
}

/** As high as a screen, so that nothing moves when the rest comes. */
function Reading({ hasFailed = false }: { hasFailed?: boolean }) {
  return (
    <section className="section page-loading">
      <div className="container stack">
        <p role="status">{hasFailed ? saved.failed : saved.reading}</p>
        {hasFailed && (
          <button type="button" className="btn" onClick={reloadWhenAnswered}>
            {shell.retry}
          </button>
        )}
        <noscript>
          <p>{saved.withoutScript}</p>
        </noscript>
      </div>
    </section>
  );
}
