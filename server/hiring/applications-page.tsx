import type { ReactNode } from 'react';

import { fileMarks } from '../attachments/attachments-page.tsx';
import { spokenDay } from '../lib/local-time.ts';
import { ConfirmDeletion, chosenIn } from '../office/chosen.tsx';
import * as ui from '../office/components.tsx';
import { sendCsv } from '../office/csv.ts';
import { fieldsOf, pageOf, personOf, queryOf } from '../office/form.ts';
import type { View } from '../office/frame.tsx';
import { logAction } from '../office/log.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Section } from '../office/section.ts';
import { deleteOne } from '../replies/deletion.ts';
import { comingFrom, lastMarked, serveApplication, stateNames, tabNames } from './application-page.tsx';
import { serveApplicationReplies } from './application-reply-page.tsx';
import {
  type ApplicationFilter,
  applicationsWith,
  applicationTabs,
  countTabs,
  exportApplications,
  findApplications,
  isLate,
} from './application-search.ts';
import { vacancyNames } from './vacancies.ts';

const pageSize = 50;
/** Reads a list's filter: tab and vacancy from the address, or a posted search. */
function wantedBy(fields: URLSearchParams) {
  const get = (name: string) => (fields.get(name) ?? '').trim();
  const tab = applicationTabs.find((one) => one === get('tab'));
  return { job: get('job'), tab, search: get('search') } satisfies ApplicationFilter;
}

export function serveApplications(section: Section): void {
  const { app, store, options, send, onGet, onPost } = section;
  serveApplication(section);
  serveApplicationReplies(section);

  onGet(officePaths.applications, async (request) => {
    const query = queryOf(request);
    const { received } = await countTabs(store.db, query.get('job') ?? '');
    const isOpened = !query.has('tab');
    if (isOpened) query.set('tab', received > 0 ? 'received' : 'all');
    const marked = await lastMarked(store.db, query);
    const none = isOpened && received === 0 && 'Nothing new.';
    return listOf(
      query,
      marked || none ? (
        <span>
          {marked} {none}
        </span>
      ) : undefined,
    );
  });

  // Post searches: the names in them must not appear in an address or log.
  app.post(officePaths.applications, options, async (request, reply) =>
    send(request, reply, await listOf(fieldsOf(request))),
  );

  const listOf = async (query: URLSearchParams, notice?: ReactNode): Promise<View> => {
    const page = pageOf(query);
    const wanted = wantedBy(query);
    const counts = await countTabs(store.db, wanted.job);
    const all = applicationTabs.reduce((sum, tab) => sum + counts[tab], 0);
    const tabOf = (value: string, label: string, count: number) => ({
      label,
      path: `${officePaths.applications}?${new URLSearchParams({ tab: value, ...(wanted.job && { job: wanted.job }) })}`,
      count,
      isCurrent: wanted.search === '' && value === (wanted.tab ?? 'all'),
    });
    const from = comingFrom(query).search;
    const list = await findApplications(store.db, wanted, pageSize + 1, page * pageSize);
    const files = await fileMarks(
      store.db,
      'application',
      list.map(({ id }) => id),
    );
    const jobs = (await vacancyNames(store.db)).map(({ id, name }) => ({ value: id, label: name }));
    const nobody =
      wanted.search === '' ? 'No applications here.' : 'Nobody found. Try part of the name or email address.';
    const none = all === 0 && wanted.job === '' ? 'No applications yet. They will appear here.' : nobody;
    const { tab = '', job = '', search = '' } = Object.fromEntries(query);
    const body = (
      <>
        <ui.Tabs
          label="Applications by status"
          tabs={[
            ...applicationTabs
              .filter((tab) => tab !== 'bots' || counts.bots > 0)
              .map((tab) => tabOf(tab, tabNames[tab], counts[tab])),
            tabOf('all', 'All', all),
          ]}
        />
        <ui.Fold summary="Search and filter" isOpen={wanted.job !== '' || wanted.search !== ''}>
          {searchForms(wanted, jobs)}
        </ui.Fold>
        {list.length === 0 ? (
          <ui.Empty>{none}</ui.Empty>
        ) : (
          <ui.Form action={`${officePaths.applications}/check`}>
            <ui.Rows
              items={list
                .slice(0, pageSize)
                .map((row) => rowOf(row, wanted.search === '' ? from : 'tab=none', files(row.id)))}
            />
            <ui.Actions>
              <ui.Button data-chosen="Delete the # chosen…">Delete those chosen…</ui.Button>
            </ui.Actions>
          </ui.Form>
        )}
        <ui.Pager
          path={officePaths.applications}
          query={query}
          page={page}
          hasMore={list.length > pageSize}
        />
        {list.length > 0 && (
          <ui.Form action={officePaths.applicationsCsv}>
            <ui.Hidden values={{ tab, job, search }} />{' '}
            <ui.Actions>
              <ui.Button>Download these as CSV</ui.Button>
            </ui.Actions>
          </ui.Form>
        )}
      </>
    );
    return { title: 'Applications', notice, body };
  };

  app.post(`${officePaths.applications}/check`, options, async (request, reply) => {
    const chosen = await applicationsWith(store.db, chosenIn(request));
    const answered = chosen.filter(({ isAnswered }) => isAnswered).map(({ name }) => name);
    const rows = chosen.filter(({ isAnswered }) => !isAnswered);
    const body = (
      <ConfirmDeletion
        action={`${officePaths.applications}/delete`}
        back={officePaths.applications}
        rows={rows.map(({ id, name, state, vacancy, vacancyName, flagged }) => ({
          id,
          name,
          facts: `${vacancyName ?? vacancy}, ${stateNames[state]}${flagged === 0 ? '' : ', possible bot'}`,
        }))}
      >
        {answered.length > 0 && (
          <p>
            These have a reply and stay, unless you delete each on its page: <ui.Values of={answered} />.
          </p>
        )}
      </ConfirmDeletion>
    );
    return send(request, reply, { title: `Delete ${ui.counted(rows.length, 'application')}?`, body });
  });

  onPost(`${officePaths.applications}/delete`, async (trx, request) => {
    // Somebody may have replied since.
    const rows = (await applicationsWith(trx, chosenIn(request))).filter(({ isAnswered }) => !isAnswered);
    for (const { id } of rows) await deleteOne(trx, 'applications', id);
    const did = `deleted ${ui.counted(rows.length, 'application')}`;
    return { to: telling(officePaths.applications, 'deleted'), did };
  });

  app.post(officePaths.applicationsCsv, options, async (request, reply) => {
    const list = await exportApplications(store.db, wantedBy(fieldsOf(request)));
    await store.write((trx) => logAction(trx, personOf(request).id, 'downloaded applications'));
    return sendCsv(reply, 'applications', list);
  });
}

function searchForms(wanted: ApplicationFilter, jobs: { value: string; label: string }[]) {
  return (
    <>
      <form action={officePaths.applications}>
        <input type="hidden" name="tab" value={wanted.tab ?? 'all'} />
        <ui.Select
          label="Vacancy"
          name="job"
          choices={[{ value: '', label: 'All' }, ...jobs]}
          chosen={wanted.job ?? ''}
        />{' '}
        <ui.Button>Show</ui.Button>
      </form>
      <ui.Form action={officePaths.applications}>
        <div className="mt-4">
          <ui.Field label="Name or email" name="search" value={wanted.search} required />
          <ui.Button isPrimary>Search</ui.Button>
        </div>
      </ui.Form>
    </>
  );
}

function rowOf(row: Awaited<ReturnType<typeof findApplications>>[number], search: string, files: string) {
  const day = (time: string) => spokenDay(new Date(time));
  const facts = [row.vacancyName ?? row.vacancy, day(row.received), row.said].filter(Boolean).join(' · ');
  return {
    path: `${officePaths.application(row.id)}?${search}`,
    choice: row.id,
    title: row.name,
    isLate: isLate(row),
    badge: row.flagged !== 0 && 'possible bot',
    facts: `${facts}${files}`,
    words: row.description,
    phone: row.mobile,
  };
}
