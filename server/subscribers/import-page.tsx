import type { FastifyRequest } from 'fastify';

import { minuteMs } from '../lib/durations.ts';
import { readInWorker } from '../lib/file-worker.ts';
import { Refusal } from '../lib/refusal.ts';
import * as ui from '../office/components.tsx';
import { refuseFile, sentFileOf } from '../office/file-form.ts';
import { fieldsOf, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import { type ById, redirect } from '../office/scope.tsx';
import type { Section } from '../office/section.ts';
import {
  type ColumnKind,
  columnKinds,
  columnsOf,
  type Entry,
  type MappedList,
  type Question,
  type Table,
} from './subscriber-file.ts';
import {
  type Counts,
  deleteOldLists,
  importList,
  keepList,
  keptList,
  replaceList,
  sortList,
} from './subscriber-import.ts';

const mostShown = 8;
const kinds = Object.entries(columnKinds).map(([value, label]) => ({ value, label }));

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

export function serveSubscriberFile({ app, store, options }: Section): void {
  const timer = setInterval(() => {
    store
      .write(deleteOldLists)
      .catch((error: unknown) => app.log.error({ err: error }, 'could not delete old lists'));
  }, 10 * minuteMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.post(officePaths.subscriberFile, options, async (request, reply) => {
    const { fileName, bytes } = sentFileOf(request);
    const reading = readInWorker<Table>('table', { fileName, bytes });
    const table = await reading.catch((error) => refuseFile(fileName, error));
    const id = await store.write((trx) => keepList(trx, { table }));
    return redirect(request, reply, officePaths.subscriberList(id));
  });
}

/** Asks what a list's columns hold, then who must not be written to and what these people agreed to, and adds them. */
export function serveSubscriberList({ app, store, config, options, onGet, onPost }: Section): void {
  const path = officePaths.subscriberList(':id');
  onGet(path, async ({ params: { id } }) => {
    const kept = await keptList(store.db, id);
    const here = officePaths.subscriberList(id);
    const body =
      'table' in kept ? (
        <ColumnsForm action={`${here}/columns`} table={kept.table} />
      ) : (
        <ListPage
          action={here}
          list={kept.list}
          counts={await sortList(store.db, kept.list, kept.list.ticked)}
          isMailed={config.smtpUrl !== null}
        />
      );
    return { title: 'Import subscribers', body };
  });

  app.post<{ Params: { id: string } }>(`${path}/columns`, options, async (request, reply) => {
    const { id } = request.params;
    const kept = await keptList(store.db, id);
    if ('table' in kept) {
      const { table } = kept;
      const chosen = table.guesses.map((_, index) => kindIn(text(request, `column-${index}`)));
      const list = await readInWorker<MappedList>('map', { table, kinds: chosen });
      await store.write((trx) => replaceList(trx, id, { list }));
    }
    return redirect(request, reply, officePaths.subscriberList(id));
  });

  onPost(`${path}/count`, async (trx, request) => {
    const { id } = request.params;
    const kept = await keptList(trx, id);
    if ('list' in kept) {
      const typed = { how: text(request, 'how'), consent: text(request, 'consent') };
      const ticked = tickedIn(request, kept.list);
      await replaceList(trx, id, { list: { ...kept.list, ticked, typed } });
    }
    return { to: officePaths.subscriberList(id) };
  });

  /** Adds them in slices, outside the transaction of the press. Of a press that is repeated the list is gone. */
  const addAll = async (request: FastifyRequest<ById>) => {
    const { id } = request.params;
    const kept = await keptList(store.db, id).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    if (kept === undefined) return;
    const ticked = 'list' in kept ? tickedIn(request, kept.list) : [];
    if (ticked.length === 0 && !fieldsOf(request).has('everybody'))
      throw new Refusal(422, 'Say that everybody in this list may be written to, or choose another column.');
    const hasAgreed = text(request, 'how') === 'agreed';
    const consent = text(request, 'consent').slice(0, 200);
    if (hasAgreed && consent === '')
      throw new Refusal(
        422,
        'Say where and when they agreed, for example “At our stand in Ndola, July 2026”.',
      );
    const asks = config.smtpUrl !== null;
    return importList(store, id, ticked, { consent: hasAgreed ? consent : null, asks });
  };

  onPost(
    path,
    async (trx, request, count) => {
      if (count === undefined) await keptList(trx, request.params.id);
      const asked = config.smtpUrl !== null ? 'imported-asked' : 'imported-unasked';
      const to = telling(officePaths.subscribers, text(request, 'how') === 'agreed' ? 'imported' : asked);
      return { to, did: `imported ${ui.counted(count ?? 0, 'subscriber')}` };
    },
    { before: addAll },
  );
}

const kindIn = (typed: string): ColumnKind =>
  (kinds.find(({ value }) => value === typed)?.value as ColumnKind) ?? 'none';

const tickedIn = (request: FastifyRequest, { questions }: MappedList) =>
  questions.map((_, place) => fieldsOf(request).getAll(`no-${place}`));

function ColumnsForm({ action, table }: { action: string; table: Table }) {
  const selects = columnsOf(table).map(({ index, head, samples, kind }) => (
    <div key={index}>
      <ui.Select label={head} name={`column-${index}`} choices={kinds} chosen={kind} />
      <p className="form-text">
        <ui.Values of={samples} />
      </p>
    </div>
  ));
  const folded = selects.slice(mostShown);
  return (
    <>
      <h2>Which column is what?</h2>
      <ui.Form action={action} keeps>
        {selects.slice(0, mostShown)}
        {folded.length > 0 && (
          <ui.Fold summary={ui.counted(folded.length, 'more column', 'more columns')}>{folded}</ui.Fold>
        )}
        <ui.Actions>
          <ui.Button isPrimary>Next</ui.Button>
          <ui.ButtonLink href={officePaths.subscribers}>Back</ui.ButtonLink>
        </ui.Actions>
      </ui.Form>
    </>
  );
}

type ListProps = { action: string; list: MappedList; counts: Counts; isMailed: boolean };

function ListPage({ action, list, counts, isMailed }: ListProps) {
  const asking = isMailed
    ? 'They get nothing until they have confirmed. At most a hundred emails per hour are sent.'
    : 'They get nothing until they have confirmed. The server sends no email yet, so they will be asked later.';
  const choices = [
    {
      value: 'agreed',
      label: 'They agreed to get our newsletter',
      hint: 'Say where and when below. It is recorded with each of them.',
    },
    { value: 'ask', label: 'Ask each of them to confirm', hint: asking },
  ];
  const added = [...counts.fresh, ...counts.waiting];
  return (
    <ui.Form action={action} keeps>
      {list.questions.length > 0 && <p>Ticked people are not added.</p>}
      {list.questions.map((question, place) => (
        <Ticks
          key={question.head}
          name={`no-${place}`}
          question={question}
          ticked={list.ticked[place] ?? []}
        />
      ))}
      {list.questions.length === 0 && (
        <ui.Tick label="Everybody in this list may be written to" name="everybody" />
      )}
      <p>{countWords(list, counts)}</p>
      {added.length > 0 && (
        <p>
          The first: <ui.Values of={added.slice(0, 5).map(({ email }) => email)} />
        </p>
      )}
      <ui.Radios
        legend="How did they agree?"
        name="how"
        choices={choices}
        chosen={list.typed?.how || 'ask'}
      />
      <ui.Field
        label="Where and when they agreed"
        name="consent"
        value={list.typed?.consent}
        maxLength={200}
      />
      <ui.Actions>
        <ui.Button isPrimary>Add {ui.people(added.length)}</ui.Button>
        {list.questions.length > 0 && <ui.Button formAction={`${action}/count`}>Count again</ui.Button>}
        <ui.ButtonLink href={officePaths.subscribers}>Back</ui.ButtonLink>
      </ui.Actions>
    </ui.Form>
  );
}

type TicksProps = { name: string; question: Question; ticked: string[] };

const Ticks = ({ name, question: { head, values }, ticked }: TicksProps) => (
  <fieldset className="mb-4">
    <legend className="form-label">{head}</legend>
    {values.map(({ value, count }) => (
      <ui.Tick
        key={value}
        label={`${value || 'empty'} (${count})`}
        name={name}
        value={value}
        defaultChecked={ticked.includes(value)}
      />
    ))}
  </fieldset>
);

const mostNamed = 20;

/** Each row of the file is in one count; those of whom nothing is known are named. */
function countWords(list: MappedList, counts: Counts): string {
  const named = (rows: number[]) => {
    const shown = rows.slice(0, mostNamed).join(', ');
    return ` (${rows.length === 1 ? 'row' : 'rows'} ${shown}${rows.length > mostNamed ? ', …' : ''})`;
  };
  const numbers = (entries: Entry[]) => entries.map(({ number }) => number);
  const parts: [rows: number[], words: string, isNamed?: boolean][] = [
    [numbers(counts.fresh), 'new'],
    [numbers(counts.waiting), 'on the list but not confirmed'],
    [numbers(counts.reader), 'get it already'],
    [numbers(counts.refused), 'on the list, but their mail servers do not accept our emails'],
    [numbers(counts.left), 'unsubscribed here and stay out', true],
    [numbers(counts.never), 'must not be written to'],
    [numbers(counts.twice), 'twice'],
    [list.without, 'without an address', true],
    [list.several, 'with several addresses', true],
    [list.unreadable, 'could not be read', true],
    [list.above, 'above the head', true],
    [list.empty, 'empty'],
  ];
  const total = parts.reduce((sum, [rows]) => sum + rows.length, 0);
  const shown = parts.flatMap(([rows, words, isNamed]) =>
    rows.length > 0 || words === 'new' ? `${rows.length} ${words}${isNamed ? named(rows) : ''}` : [],
  );
  return `${ui.counted(total, 'row')}: ${shown.join(', ')}.`;
}
