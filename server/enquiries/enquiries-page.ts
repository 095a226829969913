import { enquiryAnswer } from '#src/words/mail.ts';
import { mailUrl, telUrl } from '#src/words/site.ts';

import * as ui from '../office/components.ts';
import { html } from '../office/components.ts';
import { sendCsv } from '../office/csv.ts';
import { found, pageOf, personOf, queryOf, text } from '../office/form.ts';
import { logAction } from '../office/log.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Section } from '../office/section.ts';
import { deleteOne } from '../replies/deletion.ts';
import { history } from '../replies/history-page.ts';
import { fillIn, refuseChanged, seenOf } from '../replies/replies.ts';
import { serveReplies } from '../replies/reply-page.ts';
import {
  allEnquiries,
  countEnquiries,
  enquiryStates,
  findEnquiry,
  listEnquiries,
  markEnquiry,
  replyToEnquiry,
} from './enquiries.ts';

const pageSize = 50;
const names = { new: 'New', done: 'Done' } as const;

/** Serves the list of enquiries, single enquiries and answers to them. */
export function serveEnquiries(section: Section): void {
  const { app, store, options, onGet } = section;
  serveEnquiry(section);
  serveEnquiryReplies(section);

  onGet(officePaths.enquiries, async (request) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const tab = query.get('tab') === 'done' ? 'done' : 'new';
    const counts = await countEnquiries(store.db);
    const list = await listEnquiries(store.db, tab, pageSize + 1, page * pageSize);
    const none =
      counts.new + counts.done === 0 ? 'No enquiries yet. They will appear here.' : 'No enquiries here.';
    const shown = list.slice(0, pageSize).map(({ id, name, about, received }) => ({
      path: officePaths.enquiry(id),
      title: name,
      facts: `${about} · ${ui.moment(received)}`,
    }));
    const body = html`<div>
      ${ui.tabs(
        'Enquiries by status',
        enquiryStates.map((state) => ({
          label: names[state],
          path: `${officePaths.enquiries}?tab=${state}`,
          count: counts[state],
          isCurrent: state === tab,
        })),
      )}
      ${shown.length === 0 ? ui.empty(none) : ui.rows(shown)}
      ${ui.pager(officePaths.enquiries, query, page, list.length > pageSize)}
      ${counts.new + counts.done > 0 && ui.press(officePaths.enquiriesCsv, 'Download all as CSV')}
    </div>`;
    return { title: 'Enquiries', body };
  });

  app.post(officePaths.enquiriesCsv, options, async (request, reply) => {
    const list = await allEnquiries(store.db);
    await store.write((trx) => logAction(trx, personOf(request).id, 'downloaded enquiries'));
    return sendCsv(reply, 'enquiries', list);
  });
}

function serveEnquiry({ store, onGet, onPost, onAct }: Section): void {
  const path = officePaths.enquiry(':id');

  onGet(path, async (request) => {
    const row = found(await findEnquiry(store.db, request.params.id));
    const { id, state, name, email, phone, about, message } = row;
    const here = officePaths.enquiry(id);
    const seen = await seenOf(store.db, id, state, 'enquiry');
    const next = state === 'new' ? 'done' : 'new';
    const body = html`<div>
      <p><span className="badge">${names[state]}</span> ${about}, received ${ui.moment(row.received)}</p>
      ${row.flagged !== 0 && html`<p>Possible bot.</p>`}
      <p>${[email, phone].filter(Boolean).join(', ')}</p>
      ${ui.actions(
        phone && ui.link('Call', telUrl(phone)),
        phone && ui.link('WhatsApp', ui.whatsAppUrl(phone)),
        email && ui.link('Email', mailUrl(email, enquiryAnswer.subject(about))),
      )}
      <p className="plain-text mt-4">${message}</p>
      <h2>What next?</h2>
      ${ui.actions(
        email && ui.link('Write an answer', `${here}/answer`, 'btn-primary'),
        ui.press(`${here}/state`, state === 'new' ? 'Mark as done' : 'Mark as new', { state: next, seen }),
      )}
      <h2>What happened</h2>
      ${await history(store.db, row, 'enquiry')}
      ${ui.fold('Delete', html`<div><p>This cannot be undone.</p>${ui.press(`${here}/delete`, 'Delete')}</div>`)}
    </div>`;
    return { title: name, body };
  });

  onPost(`${path}/state`, async (trx, request) => {
    const { id } = request.params;
    await refuseChanged(trx, id, text(request, 'seen'), personOf(request).id, 'enquiry');
    const state = text(request, 'state') === 'done' ? 'done' : 'new';
    await markEnquiry(trx, id, state);
    const to = telling(officePaths.enquiries, state === 'done' ? 'done' : 'new-again');
    return { to, did: `marked as ${state}`, subject: { kind: 'enquiry', id } };
  });

  onAct('delete', 'deleted', 'deleted', (trx, id) => deleteOne(trx, 'enquiries', id));
}

function serveEnquiryReplies(section: Section): void {
  serveReplies(section, {
    kind: 'enquiry',
    path: officePaths.enquiry,
    async read(db, id) {
      const row = await findEnquiry(db, id);
      if (!row?.email) return undefined;
      const words = { subject: enquiryAnswer.subject(row.about), text: enquiryAnswer.text };
      const filled = fillIn(words, { name: row.name, vacancy: '' });
      return { to: row, texts: [{ name: 'usual', label: 'Usual', after: '', ...filled }] };
    },
    afterwards: [],
    comingFrom: () => ({}),
    answer: (trx, id, words, _, person) => replyToEnquiry(trx, id, words, person),
  });
}
