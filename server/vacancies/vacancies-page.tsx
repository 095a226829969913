import { type ApplicationState, applicationStates } from '#src/contract/application-status.ts';
import { vacancyPath } from '#src/paths.ts';

import { stateNames } from '../applicants/application-page.tsx';
import { countAll, countNew, countTabs, countUnanswered } from '../applicants/application-search.ts';
import { savedText } from '../lib/links.ts';
import { dayOf, endOfDay, parseMoment, spokenDay, spokenWeekday } from '../lib/local-time.ts';
import { toHtml } from '../lib/markdown.ts';
import * as ui from '../office/components.tsx';
import { found, queryOf, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Read, Save, Section } from '../office/open-section.ts';
import { type FormValues, MarkdownField, preview } from '../office/texts.tsx';
import type { TodayOf } from '../office/today.ts';
import { delayWords } from '../outgoing/said.ts';
import { freeId } from '../store/ids.ts';
import type { Db } from '../store/schema.ts';
import { countAlerts } from './alerts.ts';
import { answersOnTheirWay } from './closing.ts';
import { OnTheirWay, serveClosing } from './closing-page.tsx';
import { allVacancies, deleteDraft, findVacancy, openSaved, saveVacancy, vacancyState } from './vacancies.ts';

/** The last day ends at midnight. */
const lastDay = (closesAt: string) => new Date(Date.parse(closesAt) - 1);
const until = (closesAt: string | null) =>
  closesAt === null ? '' : ` until ${spokenDay(lastDay(closesAt))}`;

export function serveVacancies(section: Section): void {
  const { onAct, onGet, onPost, onSave, onShow } = section;
  const path = officePaths.vacancy(':id');
  serveClosing(section);
  onGet(officePaths.vacancies, listVacancies);
  onGet(officePaths.vacancy('new'), newVacancy);
  onGet(path, showVacancy);
  onGet(`${path}/edit`, editVacancy);
  onSave(path, 'vacancies', storeVacancy);
  onShow(`${path}/preview`, previewVacancy);
  onGet(`${path}/open`, askToOpen);
  onPost(`${path}/open`, openVacancy, { again: askToOpen });
  onAct('delete', 'deleted', 'deleted', deleteDraft);
}

export const listVacancies: Read = async (_, { store }) => {
  const vacancies = await allVacancies(store.db);
  const ids = vacancies.map(({ id }) => id);
  const applications = await countAll(store.db, ids);
  const unread = await countNew(store.db, ids);
  const items = vacancies.map(({ id, name, state, closes_at }) => {
    const count = applications.get(id) ?? 0;
    const received = [
      count > 0 && ui.counted(count, 'application'),
      unread.has(id) && `${unread.get(id)} new`,
    ];
    const standing = state === 'open' ? `open${until(closes_at)}` : state;
    const facts = [standing, received.filter(Boolean).join(', ')].filter(Boolean).join(' · ');
    return { path: officePaths.vacancy(id), title: name, state, facts };
  });
  const drafts = items.filter(({ state }) => state === 'draft');
  const body = (
    <>
      <ui.ButtonLink href={officePaths.vacancy('new')} isPrimary>
        Write a vacancy
      </ui.ButtonLink>
      <ui.Rows items={[...drafts, ...items.filter((item) => !drafts.includes(item))]} />
    </>
  );
  return { title: 'Vacancies', body };
};

export const newVacancy: Read = async (request, { store }) => {
  const source = queryOf(request).get('from');
  const draft = source === null ? {} : await draftOf(store.db, source);
  return { title: 'New vacancy', body: editor('new', { ...draft, version: null }, 'draft') };
};

export const showVacancy: Read = async ({ params: { id } }, { store }) => {
  const row = found(await findVacancy(store.db, id));
  const state = vacancyState(row);
  const counts = await countTabs(store.db, id);
  const path = officePaths.vacancy(id);
  const words = {
    draft: 'Draft, not on the site.',
    open: `Open${until(row.closes_at)}.`,
    closed: 'Closed.',
  };
  const onTheirWay = await answersOnTheirWay(store.db, id);
  const delay = onTheirWay.length > 0 && (await delayWords(store.db));
  const isUsed = Object.values(counts).some((count) => count > 0);
  const body = (
    <>
      <p>{words[state]}</p>
      <OnTheirWay of={onTheirWay} job={id} />
      {delay && <p>{delay}</p>}
      {isUsed && <ui.Tabs label="Applications" tabs={tabsOf(id, counts)} />}
      <ui.Actions>
        <ui.ButtonLink href={`${path}/edit`} isPrimary>
          Edit
        </ui.ButtonLink>
        <ui.ButtonLink href={`${officePaths.vacancy('new')}?from=${encodeURIComponent(id)}`}>
          Copy
        </ui.ButtonLink>
        {state === 'draft' && <ui.ButtonLink href={`${path}/open`}>Check and open…</ui.ButtonLink>}
        {state === 'open' && <ui.ButtonLink href={`${path}/close`}>Close…</ui.ButtonLink>}
        {state === 'closed' && <ui.ButtonLink href={`${path}/open`}>Reopen…</ui.ButtonLink>}
        {state === 'closed' && isUsed && (
          <ui.ButtonLink href={`${path}/close`}>Answer the rest…</ui.ButtonLink>
        )}
        {state === 'open' && <a href={vacancyPath(id)}>View on the site</a>}
      </ui.Actions>
      {state === 'draft' && !isUsed && (
        <ui.Fold summary="Delete">
          <ui.Press action={`${path}/delete`}>Delete this draft</ui.Press>
        </ui.Fold>
      )}
    </>
  );
  return { title: row.name, body };
};

export const editVacancy: Read = async ({ params: { id } }, { store }) => {
  const { state, ...draft } = await draftOf(store.db, id);
  return { title: `Edit ${draft.name}`, body: editor(id, draft, state) };
};

async function draftOf(db: Db, id: string) {
  const row = found(await findVacancy(db, id));
  return { ...row, closesAt: row.closes_at && dayOf(lastDay(row.closes_at)), state: vacancyState(row) };
}

export const storeVacancy: Save = async (trx, request, { id: known, version }) => {
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
};

/** In another tab, so that the typed text stays. */
export const previewVacancy: Read = async (request, { config }) => {
  const body = await preview(toHtml(await savedText(text(request, 'source'))), config.siteUrl);
  return { title: text(request, 'name') || 'Preview', body };
};

export const askToOpen: Read = async ({ params: { id } }, { store }) => {
  const row = found(await findVacancy(store.db, id));
  const devices = await countAlerts(store.db, row.announced_at);
  const answers = await answersOnTheirWay(store.db, id);
  const alerts = devices > 0 && `${ui.counted(devices, 'device')} will get a notification.`;
  const path = officePaths.vacancy(id);
  const body = (
    <>
      <p>
        “{row.name}” will appear on the career page{until(row.closes_at)}.{' '}
        {alerts || 'No device will get a notification.'}
      </p>
      {answers.length > 0 && <p>Opening it takes back the replies not yet sent.</p>}
      <ui.Actions>
        <ui.Press action={`${path}/open`} values={{ version: String(row.version) }} isPrimary>
          Open the vacancy
        </ui.Press>
        <ui.ButtonLink href={`${path}/edit`}>Back to the text</ui.ButtonLink>
      </ui.Actions>
    </>
  );
  return { title: `Open ${row.name}`, body };
};

export const openVacancy: Change = async (trx, request) => {
  const { id } = request.params;
  await openSaved(trx, id, Number(text(request, 'version')));
  return { to: telling(officePaths.vacancy(id), 'opened'), did: 'opened' };
};

const tabsOf = (job: string, counts: Record<ApplicationState, number>) =>
  applicationStates.map((tab) => ({
    label: stateNames[tab],
    path: `${officePaths.applications}?${new URLSearchParams({ tab, job })}`,
    count: counts[tab],
    isCurrent: false,
  }));

function editor(id: string, draft: FormValues, state: string) {
  const line = (label: string, name: string, hint?: string) => (
    <ui.Field
      label={label}
      name={name}
      value={draft[name]}
      hint={hint}
      required={['name', 'type'].includes(name)}
    />
  );
  return (
    <ui.Form action={officePaths.vacancy(id)} keeps="copy">
      <input type="hidden" name="version" value={draft.version ?? ''} />
      {line('Title', 'name')}{' '}
      {line(
        'Type',
        'type',
        'For example, full-time or internship. “open application”: a text that stays, such as a Talent Community',
      )}
      {line('In one sentence', 'lead')} {line('Place', 'location')} {line('Pay', 'salary')}
      <ui.Field label="Last day to apply" name="closesAt" type="date" value={draft.closesAt} />
      <MarkdownField label="Text (Markdown)" value={draft.source} />
      <ui.Actions>
        <ui.Button isPrimary>{state === 'draft' ? 'Save draft' : 'Save'}</ui.Button>
        {state !== 'open' && (
          <ui.Button name="action" value="open">
            Check and open…
          </ui.Button>
        )}
        <ui.Button formAction={`${officePaths.vacancy(id)}/preview`} formTarget="_blank">
          Preview
        </ui.Button>
      </ui.Actions>
    </ui.Form>
  );
}

export const vacanciesToday: TodayOf = async ({ store: { db } }) => {
  const vacancies = (await allVacancies(db)).map((row) => ({ ...row, path: officePaths.vacancy(row.id) }));
  const of = (wanted: string) => vacancies.filter(({ state }) => state === wanted);
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const closing = of('open').filter(({ closes_at }) => closes_at !== null);
  const waiting = await countUnanswered(db, idsOf(of('closed')));
  const applications = await countAll(db, idsOf(closing));
  const onTheirWay = Map.groupBy(await answersOnTheirWay(db), ({ job }) => job);
  const stopLine = ({ id, name }: { id: string; name: string }) => (
    <OnTheirWay key={id} of={onTheirWay.get(id) ?? []} job={id} prefix={`${name}: `} />
  );
  return {
    lines: of('closed').flatMap(({ id, name, path }) => {
      const count = waiting.get(id) ?? 0;
      const has = count === 1 ? 'has' : 'have';
      const text = `${name} is closed. ${ui.counted(count, 'applicant')} ${has} no answer.`;
      return count > 0 ? [{ text, path: `${path}/close` }] : [];
    }),
    coming: closing.map(({ id, name, path, closes_at }) => {
      const at = closes_at ?? '';
      const count = applications.get(id) ?? 0;
      const soFar = count === 0 ? 'no applications' : ui.counted(count, 'application');
      return { at, text: `${spokenWeekday(lastDay(at))}: ${name} will close, ${soFar} so far`, path };
    }),
    unfinished: of('draft').map(({ name, path }) => ({ text: `Draft vacancy “${name}”`, path })),
    ...(onTheirWay.size > 0 && { more: vacancies.map(stopLine) }),
  };
};
