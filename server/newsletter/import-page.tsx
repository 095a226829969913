import { Refusal } from '../lib/refusal.ts';
import * as ui from '../office/components.tsx';
import { sentFileOf } from '../office/file-form.ts';
import { text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import { refuseFile } from '../office/picture-form.ts';
import { redirect } from '../office/scope.tsx';
import type { Section } from '../office/section.ts';
import { readSubscriberList, type SubscriberList } from './subscriber-file.ts';
import { importList, keepList, keptList } from './subscriber-import.ts';

export const ListForm = () => (
  <ui.Fold summary="Import from a file">
    <ui.Form action={officePaths.subscriberFile} encType="multipart/form-data" keeps>
      <ui.Field
        label="List of subscribers"
        name="file"
        type="file"
        accept=".csv,.txt,text/csv"
        required
        hint="A CSV file of at most 2 MB with a column of email addresses. Nothing is added yet."
      />
      <ui.Button>Read the list…</ui.Button>
    </ui.Form>
  </ui.Fold>
);

/** Reads a list. `section.app` has to parse files. */
export function serveSubscriberFile({ app, store, options }: Section): void {
  app.post(officePaths.subscriberFile, options, async (request, reply) => {
    const { fileName, bytes } = sentFileOf(request);
    const list = readList(fileName, bytes);
    const id = await store.write((trx) => keepList(trx, list));
    return redirect(request, reply, officePaths.subscriberList(id));
  });
}

/** Shows what a list contains, and adds it once somebody has said what these people agreed to. */
export function serveSubscriberList({ store, config, onGet, onPost }: Section): void {
  onGet(officePaths.subscriberList(':id'), async ({ params: { id } }) => {
    const { fresh, ...others } = await keptList(store.db, id);
    const asking =
      config.smtpUrl === null
        ? 'They get nothing before they have confirmed. The server sends no email yet, so they will be asked later.'
        : 'They get nothing before they have confirmed. At most a hundred emails per hour are sent.';
    const choices = [
      {
        value: 'agreed',
        label: 'They agreed to get our newsletter',
        hint: 'Say where and when below. It is recorded with each of them.',
      },
      { value: 'ask', label: 'Ask each of them to confirm', hint: asking },
    ];
    const body = (
      <>
        <ul>
          {countWords({ fresh: fresh.length, ...others }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {fresh.length === 0 ? (
          <ui.ButtonLink href={officePaths.subscribers}>Back</ui.ButtonLink>
        ) : (
          <ui.Form action={officePaths.subscriberList(id)} keeps>
            <ui.Radios legend="How do they come to us?" name="how" choices={choices} chosen="ask" />
            <ui.Field label="Where and when they agreed" name="consent" maxLength={200} />
            <ui.Actions>
              <ui.Button isPrimary>Add {ui.people(fresh.length)}</ui.Button>
              <ui.ButtonLink href={officePaths.subscribers}>Back</ui.ButtonLink>
            </ui.Actions>
          </ui.Form>
        )}
      </>
    );
    return { title: 'Import subscribers', body };
  });

  onPost(officePaths.subscriberList(':id'), async (trx, request) => {
    const hasAgreed = text(request, 'how') === 'agreed';
    const consent = text(request, 'consent').slice(0, 200);
    if (hasAgreed && consent === '')
      throw new Refusal(
        422,
        'Say where and when they agreed, for example “At our stand in Ndola, July 2026”.',
      );
    const asks = config.smtpUrl !== null;
    const count = await importList(trx, request.params.id, { consent: hasAgreed ? consent : null, asks });
    const asked = asks ? 'imported-asked' : 'imported-unasked';
    const to = telling(officePaths.subscribers, hasAgreed ? 'imported' : asked);
    return { to, did: `imported ${ui.counted(count, 'subscriber')}` };
  });
}

function readList(fileName: string, bytes: Buffer): SubscriberList {
  try {
    return readSubscriberList(fileName, bytes);
  } catch (error) {
    return refuseFile(fileName, error);
  }
}

type Counts = Omit<Awaited<ReturnType<typeof keptList>>, 'fresh'> & { fresh: number };

function countWords({ fresh, knownCount, leftCount, endedCount, twiceCount, invalid }: Counts): string[] {
  const some = invalid.slice(0, 10).join('; ');
  return [
    `New: ${fresh}.`,
    knownCount > 0 && `On the list already: ${knownCount}.`,
    leftCount > 0 && `Unsubscribed here and will not be added: ${leftCount}.`,
    endedCount > 0 && `Unsubscribed or bounced according to the file, and will not be added: ${endedCount}.`,
    twiceCount > 0 && `Repeated in the file: ${twiceCount}.`,
    invalid.length > 0 &&
      `Not email addresses: ${invalid.length} (${some}${invalid.length > 10 ? '; …' : ''}).`,
  ].filter((line) => line !== false);
}
