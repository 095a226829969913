import { type ApplicationState, applicationStates } from '#src/contract/application-status.ts';
import { vacancyPath } from '#src/paths.ts';

import { dayOf, endOfDay, spokenDay } from '../lib/local-time.ts';
import { parseMoment } from '../lib/moments.ts';
import { Refusal } from '../lib/refusal.ts';
import {
  actions,
  button,
  counted,
  field,
  fold,
  html,
  link,
  press,
  rows,
  tabs,
} from '../office/components.ts';
import { found, queryOf, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Section } from '../office/section.ts';
import { type FormValues, textForm } from '../office/texts.ts';
import { freeId } from '../store/ids.ts';
import { countAlerts } from './alerts.ts';
import { stateNames } from './application-page.ts';
import { countByVacancy, countStates } from './application-search.ts';
import { countReplies } from './closing.ts';
import { serveClosing } from './closing-page.ts';
import { allVacancies, deleteDraft, findVacancy, openSaved, saveVacancy, vacancyState } from './vacancies.ts';

/** The last day ends at midnight. */
const lastDay = (closesAt: string) => new Date(Date.parse(closesAt) - 1);
const until = (closesAt: string | null) =>
  closesAt === null ? '' : ` until ${spokenDay(lastDay(closesAt))}`;

export function serveVacancies(section: Section): void {
  const { store, onAct, onGet, onPost, onSave } = section;
  serveClosing(section);

  onGet(officePaths.vacancies, async () => {
    const vacancies = await allVacancies(store.db);
    const ids = vacancies.map(({ id }) => id);
    const applications = await countByVacancy(store.db, ids, 'all');
    const unread = await countByVacancy(store.db, ids, 'received');
    const items = vacancies.map(({ id, name, state, closes_at }) => {
      const all = counted(applications.get(id) ?? 0, 'application');
      const open = `${state}${state === 'open' ? until(closes_at) : ''} · ${all}, ${unread.get(id) ?? 0} new`;
      return { path: officePaths.vacancy(id), title: name, state, facts: state === 'draft' ? state : open };
    });
    const drafts = items.filter(({ state }) => state === 'draft');
    const body = html`<div>
      ${link('Write a vacancy', officePaths.vacancy('new'), 'btn-primary')}
      ${rows([...drafts, ...items.filter((item) => !drafts.includes(item))])}
    </div>`;
    return { title: 'Vacancies', body };
  });

  onGet(officePaths.vacancy('new'), async (request) => {
    const source = queryOf(request).get('from');
    const draft = source === null ? {} : await draftOf(source);
    return { title: 'New vacancy', body: editor('new', { ...draft, version: null }, 'draft') };
  });

  onGet(officePaths.vacancy(':id'), async (request) => {
    const { id } = request.params;
    const row = found(await findVacancy(store.db, id));
    const state = vacancyState(row);
    const counts = await countStates(store.db, id);
    const answers = await countReplies(store.db, id);
    const path = officePaths.vacancy(id);
    const words = {
      draft: 'Draft, not on the site.',
      open: `Open${until(row.closes_at)}.`,
      closed: 'Closed.',
    };
    const isUsed = Object.values(counts).some((count) => count > 0);
    const body = html`<div>
      <p>${words[state]} ${answers.all > 0 && `${answers.sent} of ${answers.all} answers sent.`}</p>
      ${isUsed && tabs('Applications', statesOf(id, counts))}
      ${actions(
        link('Edit', `${path}/edit`, 'btn-primary'),
        link('Copy', `${officePaths.vacancy('new')}?from=${encodeURIComponent(id)}`),
        state === 'draft' && link('Check and open…', `${path}/open`),
        state === 'open' && link('Close…', `${path}/close`),
        state === 'closed' && link('Reopen…', `${path}/open`),
        state === 'closed' && isUsed && link('Answer the rest…', `${path}/close`),
        state === 'open' && html`<a href=${vacancyPath(id)}>View on the site</a>`,
      )}
      ${state === 'draft' && !isUsed && fold('Delete', press(`${path}/delete`, 'Delete this draft'))}
    </div>`;
    return { title: row.name, body };
  });

  onGet(`${officePaths.vacancy(':id')}/edit`, async ({ params: { id } }) => {
    const { state, ...draft } = await draftOf(id);
    return { title: `Edit ${draft.name}`, body: editor(id, draft, state) };
  });

  const draftOf = async (id: string) => {
    const row = found(await findVacancy(store.db, id));
    return { ...row, closesAt: row.closes_at && dayOf(lastDay(row.closes_at)), state: vacancyState(row) };
  };

  onSave(officePaths.vacancy(':id'), 'vacancies', async (trx, request, { id: known, version }) => {
    const id = known ?? (await freeId(trx, 'vacancies', text(request, 'name')));
    const closing = text(request, 'closesAt');
    const vacancy = {
      id,
      name: text(request, 'name'),
      type: text(request, 'type'),
      lead: text(request, 'lead') || null,
      location: text(request, 'location') || null,
      salary: text(request, 'salary') || null,
      source: text(request, 'source'),
      closesAt: closing === '' ? null : parseMoment('Last day to apply', closing, endOfDay),
    };
    await saveVacancy(trx, vacancy, { replaces: known === undefined ? 'nothing' : { version } });
    const path = officePaths.vacancy(id);
    const to = text(request, 'action') === 'open' ? `${path}/open` : telling(path, 'saved');
    return { to, did: known === undefined ? 'wrote' : 'changed', subject: { kind: 'vacancy', id } };
  });

  onGet(`${officePaths.vacancy(':id')}/open`, async ({ params: { id } }) => {
    const row = found(await findVacancy(store.db, id));
    const devices = await countAlerts(store.db, row.told_at);
    const alerts =
      devices > 0 && `${counted(devices, 'device')} will get an alert (at most one within seven days).`;
    const path = officePaths.vacancy(id);
    const body = html`<div>
      <p>“${row.name}” will appear on the career page${until(row.closes_at)}. ${alerts || 'No device will get an alert.'}</p>
      ${actions(
        press(`${path}/open`, 'Open the vacancy', { version: String(row.version) }, 'btn-primary'),
        link('Back to the text', `${path}/edit`),
      )}
    </div>`;
    return { title: `Open ${row.name}`, body };
  });

  onPost(`${officePaths.vacancy(':id')}/open`, async (trx, request) => {
    const { id } = request.params;
    await openSaved(trx, id, Number(text(request, 'version')));
    return { to: telling(officePaths.vacancy(id), 'opened'), did: 'opened' };
  });

  onAct('delete', 'deleted', 'deleted', async (trx, id) => {
    if (!(await deleteDraft(trx, id)))
      throw new Refusal(409, 'Only a draft without applications can be deleted.');
  });
}

const statesOf = (job: string, counts: Record<ApplicationState, number>) =>
  applicationStates.map((tab) => ({
    label: stateNames[tab],
    path: `${officePaths.applications}?${new URLSearchParams({ tab, job })}`,
    count: counts[tab],
    isCurrent: false,
  }));

function editor(id: string, draft: FormValues, state: string) {
  const line = (label: string, name: string, hint?: string) =>
    field({ label, name, value: draft[name], hint, required: ['name', 'type'].includes(name) });
  const fields = html`<div>
    ${line('Title', 'name')} ${line('Type', 'type', 'For example, full-time, part-time or internship')}
    ${line('In one sentence', 'lead')} ${line('Place', 'location')} ${line('Pay', 'salary')}
    ${field({ label: 'Last day to apply', name: 'closesAt', type: 'date', value: draft.closesAt })}
  </div>`;
  const save = button(state === 'draft' ? 'Save draft' : 'Save', 'btn-primary');
  const open =
    state !== 'open' && button('Check and open…', 'btn-outline-primary', { name: 'action', value: 'open' });
  return textForm(officePaths.vacancy(id), draft, fields, save, open);
}
