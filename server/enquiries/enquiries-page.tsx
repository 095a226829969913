import { enquiryReply } from '#src/words/mail.ts';
import * as promises from '#src/words/promises.ts';

import { attachedFiles, fileMarks, serveDownloads } from '../attachments/attachments-page.tsx';
import { dayMs, hourMs, minuteMs } from '../lib/durations.ts';
import * as ui from '../office/components.tsx';
import { serveCsv } from '../office/csv.ts';
import { askedOf, found, personOf, text } from '../office/form.ts';
import { chosenIn, ListPage, serveDeletion } from '../office/list-page.tsx';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Read, Section } from '../office/open-section.ts';
import { arrived, type TodayOf } from '../office/today.ts';
import { deleteReceived } from '../replies/delete-submissions.ts';
import { history } from '../replies/history.tsx';
import { fillIn, refuseChanged, seenOf } from '../replies/replies.ts';
import { type Answered, answerOnItsWay, serveReplies } from '../replies/reply-page.tsx';
import { wantedIn } from '../store/keyset-pages.ts';
import {
  countEnquiries,
  enquiriesWith,
  exportEnquiries,
  findEnquiry,
  markEnquiry,
  pageOfEnquiries,
} from './enquiries.ts';

const names = { new: 'New', done: 'Done' } as const;

export function serveEnquiries(section: Section): void {
  const { onAct, onGet, onPost, onShow } = section;
  const path = officePaths.enquiry(':id');
  onGet(officePaths.enquiries, listEnquiries);
  onShow(officePaths.enquiries, listEnquiries);
  onPost(`${officePaths.enquiries}/done`, markTicked);
  onGet(path, showEnquiry);
  onPost(`${path}/state`, pressStatus);
  onAct('delete', 'deleted', 'deleted', (trx, id) => deleteReceived(trx, 'enquiry', [id]));
  serveReplies(section, answered);
  serveDownloads(section, 'enquiry', path);
  serveDeletion(section, {
    path: officePaths.enquiries,
    counted: (count) => ui.counted(count, 'enquiry', 'enquiries'),
    find: enquiriesWith,
    facts: ({ about, state }) => <ui.Values of={[about, names[state]]} />,
    remove: (trx, id) => deleteReceived(trx, 'enquiry', [id]),
  });
  serveCsv(section, 'enquiries', exportEnquiries);
}

export const listEnquiries: Read = async (request, { store }) => {
  const query = askedOf(request);
  const search = (query.get('search') ?? '').trim();
  const tab = query.get('tab') === 'done' ? 'done' : 'new';
  const counts = await countEnquiries(store.db);
  const isEmpty = counts.new + counts.done === 0;
  const page = await pageOfEnquiries(store.db, search === '' ? { state: tab } : { search }, wantedIn(query));
  const files = await fileMarks(store.db, 'enquiry', page.rows);
  const item = ({ id, name, about, received, message, phone }: (typeof page.rows)[number]) => ({
    path: officePaths.enquiry(id),
    choice: id,
    title: name,
    facts: (
      <>
        <bdi>{about}</bdi> · {ui.moment(received)}
        {files(id)}
      </>
    ),
    words: message,
    phone,
  });
  const body = (
    <ListPage
      path={officePaths.enquiries}
      filter={{ tab, search }}
      tabs={{ label: 'Enquiries by status', names, counts }}
      page={page}
      item={item}
      empty={isEmpty ? 'No enquiries yet. They will appear here.' : 'No enquiries here.'}
      bulk={[
        tab === 'new' && (
          <ui.Button key="done" formAction={`${officePaths.enquiries}/done`}>
            Mark as done
          </ui.Button>
        ),
        <ui.Button key="delete" data-chosen="Delete the # chosen…">
          Delete selected…
        </ui.Button>,
      ]}
      csv={!isEmpty && 'Download all as CSV'}
    />
  );
  return { title: 'Enquiries', body };
};

export const markTicked: Change = async (trx, request) => {
  const ids = chosenIn(request);
  for (const id of ids) await markEnquiry(trx, id, 'done');
  const did = `marked ${ui.counted(ids.length, 'enquiry', 'enquiries')} as done`;
  return { to: telling(officePaths.enquiries, 'done'), did };
};

export const showEnquiry: Read = async (request, { store }) => {
  const row = found(await findEnquiry(store.db, request.params.id));
  const { id, state, name, email, phone, about, message } = row;
  const here = officePaths.enquiry(id);
  const seen = await seenOf(store.db, id, state, 'enquiry');
  const next = state === 'new' ? 'done' : 'new';
  const body = (
    <>
      <p>
        <span className="badge">{names[state]}</span> <bdi>{about}</bdi>, received {ui.moment(row.received)}
      </p>
      <ui.Message email={email} phone={phone} subject={enquiryReply.subject(about)} text={message} />
      {
        await attachedFiles(store.db, {
          owner: 'enquiry',
          id,
          path: here,
          ask: email ? `${here}/answer` : undefined,
        })
      }
      <section className="office-next">
        <h2>What next?</h2>
        {(await answerOnItsWay(store.db, 'enquiry', { id, path: here })) ?? (
          <ui.Actions>
            {email && (
              <ui.ButtonLink href={`${here}/answer`} isPrimary>
                Write a reply
              </ui.ButtonLink>
            )}
            <ui.Press action={`${here}/state`} values={{ state: next, seen }}>
              {state === 'new' ? 'Mark as done' : 'Mark as new'}
            </ui.Press>
          </ui.Actions>
        )}
      </section>
      <h2>What happened</h2>
      {await history(store.db, row, 'enquiry')}
      <p className="mt-4 d-print-none">
        <a href={officePaths.sender(here)}>
          Everything about <bdi>{email || phone}</bdi>
        </a>
      </p>
      <ui.Fold summary="Delete">
        <p>This deletes this enquiry only. It cannot be undone.</p>
        <ui.Press action={`${here}/delete`}>Delete</ui.Press>
      </ui.Fold>
    </>
  );
  return { title: name, body };
};

export const pressStatus: Change = async (trx, request) => {
  const { id } = request.params;
  await refuseChanged(trx, id, text(request, 'seen'), personOf(request).id, 'enquiry');
  const state = text(request, 'state') === 'done' ? 'done' : 'new';
  await markEnquiry(trx, id, state);
  const to = telling(officePaths.enquiries, state === 'done' ? 'done' : 'new-again');
  return { to, did: `marked as ${state}` };
};

const answered: Answered = {
  kind: 'enquiry',
  path: officePaths.enquiry,
  async read(db, id) {
    const row = await findEnquiry(db, id);
    if (!row?.email) return undefined;
    const words = { subject: enquiryReply.subject(row.about), text: enquiryReply.text };
    const filled = fillIn(words, { name: row.name, vacancy: '' });
    return { to: row, texts: [{ name: 'usual', label: 'Usual', after: '', ...filled }] };
  },
  afterwards: [],
  comingFrom: () => ({}),
};

/** For example, "5 minutes", "2 hours" or "3 days". */
function ageOf(time: string): string {
  const ms = Math.max(0, Date.now() - Date.parse(time));
  if (ms < hourMs) return ui.counted(Math.max(1, Math.floor(ms / minuteMs)), 'minute');
  return ms < 2 * dayMs
    ? ui.counted(Math.floor(ms / hourMs), 'hour')
    : ui.counted(Math.floor(ms / dayMs), 'day');
}

export const enquiriesToday: TodayOf = async ({ store: { db } }) => {
  const { new: count } = await countEnquiries(db);
  const { rows } = await pageOfEnquiries(db, { state: 'new' }, { size: 1 });
  return {
    lines: rows.map(({ id, received }) => ({
      text: `${ui.counted(count, 'new enquiry', 'new enquiries')}. ${arrived(count)} ${ageOf(received)} ago; we promise a reply within ${promises.email}.`,
      path: officePaths.enquiries,
      waits: { first: officePaths.enquiry(id), since: received, days: promises.emailDays },
    })),
  };
};
