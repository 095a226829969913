import { applicationStates } from '#src/contract/application-status.ts';

import { attachedFiles, serveDownloads } from '../attachments/attachments-page.tsx';
import * as ui from '../office/components.tsx';
import { fieldsOf, found, personOf, queryOf, text } from '../office/form.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Read, Section } from '../office/open-section.ts';
import { deleteReceived } from '../replies/delete-submissions.ts';
import { history } from '../replies/history.tsx';
import { refuseChanged, seenOf } from '../replies/replies.ts';
import { answerOnItsWay } from '../replies/reply-page.tsx';
import type { Db } from '../store/schema.ts';
import { findApplication, isLate, placeIn, receiptOf } from './application-search.ts';
import { markApplication, saveInternalNote } from './applications.ts';
import { otherApplications } from './other-applications.tsx';

export const stateNames = {
  received: 'New',
  read: 'Read',
  shortlisted: 'Shortlisted',
  closed: 'Closed',
} as const;
const presses = { read: 'Mark as read', shortlisted: 'Shortlist', closed: 'Close' } as const;

/** The list from which the page was opened, by tab and vacancy. A search has no next application. */
export function comingFrom(fields: URLSearchParams) {
  const tab = fields.get('tab') ?? 'received';
  const job = fields.get('job') ?? '';
  const known = applicationStates.find((one) => one === tab);
  const filter = known !== undefined || tab === 'all' ? { job, tab: known } : undefined;
  return { tab, job, filter, search: String(new URLSearchParams({ tab, ...(job && { job }) })) };
}

type From = ReturnType<typeof comingFrom>;

/** Says whose status was just changed, with a link back. The address contains only an id. */
export async function lastMarked(db: Db, query: URLSearchParams) {
  const row = await findApplication(db, query.get('from') ?? '');
  if (row === undefined) return undefined;
  const back = `${officePaths.application(row.id)}?${comingFrom(query).search}`;
  const now =
    row.state === 'shortlisted' ? 'shortlisted' : `now marked as ${stateNames[row.state].toLowerCase()}`;
  return (
    <span>
      <bdi>{row.name}</bdi> is {now}.{' '}
      <a href={back}>
        Back to <bdi>{row.name}</bdi>
      </a>
    </span>
  );
}

type Row = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

export function serveApplication(section: Section): void {
  const { onAct, onGet, onPost } = section;
  const path = officePaths.application(':id');
  serveDownloads(section, 'application', path, async (db, id) => {
    const { name, vacancyName } = found(await findApplication(db, id));
    return [name, vacancyName ?? ''];
  });
  onGet(path, showApplication);
  onPost(`${path}/state`, pressStatus);
  onPost(`${path}/internal-note`, keepInternalNote);
  onAct('delete', 'deleted', 'deleted', (trx, id) => deleteReceived(trx, 'application', [id]));
}

export const showApplication: Read = async (request, { store: { db } }) => {
  const row = found(await findApplication(db, request.params.id));
  const path = officePaths.application(row.id);
  const from = comingFrom(queryOf(request));
  const { tab, job, search } = from;
  const vacancy = row.vacancyName ?? row.vacancy;
  const files = { owner: 'application', id: row.id, path, ask: `${path}/answer?text=ask&${search}` } as const;
  const body = (
    <div className="office-split">
      <div>
        <p>
          <span className="badge">{stateNames[row.state]}</span> {isLate(row) && <ui.Late />} {vacancy},
          received {ui.moment(row.received)}
          {row.said && `; ${row.said}`}
        </p>
        {await neighbours(db, row, from)}
        <ui.Message
          email={row.email}
          phone={row.mobile}
          profile={row.profile}
          subject={`Your application: ${vacancy}`}
          text={row.description}
        >
          <ui.ButtonLink href={row.profile} rel="noopener noreferrer" target="_blank">
            Profile
          </ui.ButtonLink>
        </ui.Message>
        {await attachedFiles(db, files)}
        {await otherApplications(db, row, search)}
      </div>
      <section className="office-next">
        <h2>What next?</h2>
        {(await answerOnItsWay(db, 'application', { id: row.id, path, from: { tab, job } })) ??
          (await nextPresses(db, row, from))}
      </section>
      <div>
        <h2>What happened</h2>
        {await history(db, row, 'application', await receiptOf(db, row.id))}
        <ui.Form action={`${path}/internal-note`} keeps>
          <ui.Hidden values={{ before: row.internal_note ?? '', tab, job }} />
          <ui.MultilineField
            label="Note for us"
            name="internal_note"
            value={row.internal_note}
            rows={3}
            hint="The applicant never sees it."
          />
          <ui.Button>Save note</ui.Button>
        </ui.Form>
        {row.internal_note && <p className="office-printed plain-text">Note for us: {row.internal_note}</p>}
        <p className="mt-4 d-print-none">
          <a href={officePaths.sender(path)}>
            Everything about <bdi>{row.email}</bdi>
          </a>
        </p>
        <ui.Fold summary="Delete">
          <p>This deletes this application only. It cannot be undone.</p>
          <ui.Press action={`${path}/delete`}>Delete</ui.Press>
        </ui.Fold>
      </div>
    </div>
  );
  return { title: row.name, notice: await lastMarked(db, queryOf(request)), body };
};

/** "Previous" and "Next" in the list from which the page was opened. */
async function neighbours(db: Db, row: Row, { filter, search }: From) {
  const place = filter && (await placeIn(db, filter, row));
  if (place === undefined) return undefined;
  const to = (id: string | undefined, label: string) =>
    id && <a href={`${officePaths.application(id)}?${search}`}>{label}</a>;
  const isListed = filter?.tab === undefined || filter.tab === row.tab;
  return (
    <nav className="hstack flex-wrap gap-3" aria-label="Applications">
      {to(place.previous, 'Previous')}
      {isListed && (
        <span>
          {place.before + 1} of {place.all} {filter?.tab && stateNames[filter.tab].toLowerCase()}
        </span>
      )}
      {to(place.next, 'Next')}
    </nav>
  );
}

async function nextPresses(db: Db, row: Row, { tab, job, search }: From) {
  const path = officePaths.application(row.id);
  const seen = await seenOf(db, row.id, row.state);
  const states = (['read', 'shortlisted', 'closed'] as const).filter((state) => state !== row.state);
  return (
    <>
      <ui.Actions>
        <ui.ButtonLink href={`${path}/answer?${search}`} isPrimary>
          Write a reply
        </ui.ButtonLink>
        {states.map((state) => (
          <ui.Press key={state} action={`${path}/state`} values={{ state, seen, tab, job }}>
            {presses[state]}
          </ui.Press>
        ))}
      </ui.Actions>
      <p className="form-text">
        The applicant can see the status through their link. Only a reply sends them an email.
        {row.note !== null &&
          ' The message below goes with the status: once you change the status, they no longer see it.'}
      </p>
      {row.note !== null && (
        <ui.Fold summary="Message to the applicant">
          <p className="plain-text">{row.note}</p>
        </ui.Fold>
      )}
    </>
  );
}

/** Sets the status and goes to the next of the list. */
export const pressStatus: Change = async (trx, request) => {
  const { id } = request.params;
  const { tab, job, filter, search } = comingFrom(fieldsOf(request));
  await refuseChanged(trx, id, text(request, 'seen'), personOf(request).id);
  const row = found(await findApplication(trx, id));
  const next = filter && (await placeIn(trx, filter, row)).next;
  const did = await markApplication(trx, id, text(request, 'state'));
  const list = new URLSearchParams({
    ...(tab !== 'received' && filter && { tab }),
    ...(job && { job }),
    from: id,
  });
  const to = next
    ? `${officePaths.application(next)}?${search}&from=${id}`
    : `${officePaths.applications}?${list}`;
  return { to, did };
};

export const keepInternalNote: Change = async (trx, request) => {
  const { id } = request.params;
  await saveInternalNote(trx, id, text(request, 'before'), text(request, 'internal_note'));
  const { search } = comingFrom(fieldsOf(request));
  return { to: `${officePaths.application(id)}?${search}&done=saved`, did: 'annotated' };
};
