import { applicationStates } from '#src/contract/application-status.ts';
import * as promises from '#src/words/promises.ts';

import { fileMarks } from '../attachments/attachments-page.tsx';
import { spokenDay } from '../lib/local-time.ts';
import * as ui from '../office/components.tsx';
import { serveCsv } from '../office/csv.ts';
import { fieldsOf, queryOf } from '../office/form.ts';
import type { View } from '../office/frame.tsx';
import { ListPage, serveDeletion } from '../office/list-page.tsx';
import { officePaths } from '../office/office-paths.ts';
import type { Read, Section } from '../office/open-section.ts';
import { arrived, type Today, type TodayOf } from '../office/today.ts';
import { deleteReceived } from '../replies/delete-submissions.ts';
import { serveReplies } from '../replies/reply-page.tsx';
import { wantedIn } from '../store/keyset-pages.ts';
import type { Db } from '../store/schema.ts';
import { comingFrom, lastMarked, serveApplication, stateNames } from './application-page.tsx';
import { answeredApplication } from './application-reply-page.tsx';
import {
  type ApplicationFilter,
  applicationsWith,
  countLate,
  countTabs,
  exportApplications,
  isLate,
  pageOfApplications,
  vacancyNames,
} from './application-search.ts';

/** Reads a list's filter: tab and vacancy from the address, or a posted search. */
function wantedBy(fields: URLSearchParams) {
  const get = (name: string) => (fields.get(name) ?? '').trim();
  const tab = applicationStates.find((one) => one === get('tab'));
  return { job: get('job'), tab, search: get('search') } satisfies ApplicationFilter;
}

export function serveApplications(section: Section): void {
  const { onGet, onShow } = section;
  serveApplication(section);
  serveReplies(section, answeredApplication);
  onGet(officePaths.applications, openApplications);
  onShow(officePaths.applications, searchApplications);
  serveDeletion(section, {
    path: officePaths.applications,
    counted: (count) => ui.counted(count, 'application'),
    find: applicationsWith,
    facts: ({ vacancyName, vacancy, state }) => `${vacancyName ?? vacancy}, ${stateNames[state]}`,
    stays: {
      is: ({ isAnswered }) => Boolean(isAnswered),
      why: 'These have a reply and stay, unless you delete each on its page:',
    },
    remove: (trx, id) => deleteReceived(trx, 'application', [id]),
  });
  serveCsv(section, 'applications', (db, asked) => exportApplications(db, wantedBy(asked)));
}

/** Opens on the new ones, if there are any. */
export const openApplications: Read = async (request, { store: { db } }) => {
  const query = queryOf(request);
  const counts = await countTabs(db, wantedBy(query).job);
  const { received } = counts;
  const isOpened = !query.has('tab');
  if (isOpened) query.set('tab', received > 0 ? 'received' : 'all');
  const marked = await lastMarked(db, query);
  const none = isOpened && received === 0 && 'Nothing new.';
  const notice = (marked || none) && (
    <span>
      {marked} {none}
    </span>
  );
  return { ...(await listOf(db, query, counts)), notice: notice || undefined };
};

export const searchApplications: Read = async (request, { store: { db } }) =>
  listOf(db, fieldsOf(request), await countTabs(db, wantedBy(fieldsOf(request)).job));

async function listOf(db: Db, query: URLSearchParams, counts: TabCounts): Promise<View> {
  const wanted = wantedBy(query);
  const { tab = 'all', job, search } = wanted;
  const all = applicationStates.reduce((sum, state) => sum + counts[state], 0);
  const names = { ...stateNames, all: 'All' };
  const from = search === '' ? comingFrom(query).search : 'tab=none';
  const page = await pageOfApplications(db, wanted, wantedIn(query));
  const files = await fileMarks(db, 'application', page.rows);
  const none = all === 0 && job === '' && 'No applications yet. They will appear here.';
  const body = (
    <ListPage
      path={officePaths.applications}
      filter={{ tab, job, search }}
      tabs={{ label: 'Applications by status', names, counts: { ...counts, all } }}
      filters={vacancyFilter(tab, job, await vacancyNames(db))}
      page={page}
      item={(row) => rowOf(row, from, files(row.id))}
      empty={none || 'No applications in this list.'}
      bulk={<ui.Button data-chosen="Delete the # selected…">Delete selected…</ui.Button>}
      csv={page.rows.length > 0 && 'Download these as CSV'}
    />
  );
  return { title: 'Applications', body };
}

const vacancyFilter = (tab: string, job: string, vacancies: { id: string; name: string }[]) => (
  <form action={officePaths.applications}>
    <input type="hidden" name="tab" value={tab} />
    <ui.Select
      label="Vacancy"
      name="job"
      choices={[
        { value: '', label: 'All' },
        ...vacancies.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      chosen={job}
    />{' '}
    <ui.Button>Show</ui.Button>
  </form>
);

type TabCounts = Awaited<ReturnType<typeof countTabs>>;
type Listed = Awaited<ReturnType<typeof pageOfApplications>>['rows'][number];

function rowOf(row: Listed, search: string, files: string) {
  const day = (time: string) => spokenDay(new Date(time));
  const facts = [row.vacancyName ?? row.vacancy, day(row.received), row.said].filter(Boolean).join(' · ');
  return {
    path: `${officePaths.application(row.id)}?${search}`,
    choice: row.id,
    title: row.name,
    isLate: isLate(row),
    facts: `${facts}${files}`,
    words: row.description,
    phone: row.mobile,
  };
}

export const applicationsToday: TodayOf = async ({ store: { db } }) => {
  const lines: Today['lines'] = [];
  const { applicationDays: days } = promises;
  const { count, oldest } = await countLate(db);
  if (oldest !== undefined) {
    const path = `${officePaths.application(oldest.id)}?tab=${oldest.state}`;
    const text =
      `${ui.counted(count, 'application')} ${count === 1 ? 'is' : 'are'} late. ${arrived(count)} on ` +
      `${spokenDay(new Date(oldest.received))}; we promise a reply within ${promises.application}.`;
    lines.push({ text, path, waits: { first: path, since: oldest.received, days } });
  }
  const counts = await countTabs(db);
  const { rows } = await pageOfApplications(db, { tab: 'received' }, { size: 1 });
  for (const { id, received } of rows)
    lines.push({
      text: `${ui.counted(counts.received, 'new application')}.`,
      path: officePaths.applications,
      waits: { first: officePaths.application(id), since: received, days },
    });
  return { lines };
};
