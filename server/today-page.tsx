import * as promises from '#src/words/promises.ts';

import { hiddenArticles } from './articles/articles.ts';
import type { Config } from './config.ts';
import { countEnquiries, pageOfEnquiries } from './enquiries/enquiries.ts';
import {
  countByVacancy,
  countLate,
  countTabs,
  countWaitingPeople,
  pageOfApplications,
} from './hiring/application-search.ts';
import { leftWithoutAnswer } from './hiring/closing.ts';
import { allVacancies } from './hiring/vacancies.ts';
import { dayMs, hourMs, minuteMs } from './lib/durations.ts';
import { spokenDay, spokenWeekday } from './lib/local-time.ts';
import { promisedMs } from './lib/promised.ts';
import { Refusal } from './lib/refusal.ts';
import { sendAgain } from './mail/queue.ts';
import { said } from './mail/said.ts';
import { allNewsletters, isDraft } from './newsletter/newsletters.ts';
import { progressWords } from './newsletter/progress.tsx';
import { openNewsletters } from './newsletter/sending.ts';
import { PasskeyOffer } from './office/access-page.tsx';
import { Actions, ButtonLink, counted, Empty, Press, Rows, weekdayAndTime } from './office/components.tsx';
import { found, personOf, text } from './office/form.ts';
import { logAction } from './office/log.ts';
import { telling } from './office/notices.ts';
import { officePaths } from './office/office-paths.ts';
import { passkeysOf } from './office/passkeys.ts';
import type { Section } from './office/section.ts';
import { recordPhoned } from './replies/replies.ts';
import { markSeen, subjectOf, type Unreached, unreachedEmails } from './replies/unreached.ts';
import { type Line, mailLines, serverState, usedUpLines } from './server-state.ts';
import type { Store } from './store/open-store.ts';

type Vacancies = Awaited<ReturnType<typeof allVacancies>>;

/** Lists what needs attention, what is coming up and what is unfinished. */
export function serveToday({ store, config, builtAt, onGet, onPost }: Section): void {
  serveUnsent({ onPost });
  onGet(officePaths.home, async (request) => {
    const person = personOf(request);
    const isEditor = person.role === 'editor';
    const vacancies = isEditor ? [] : await allVacancies(store.db);
    const newsletters = await newsletterLines(store, config);
    const mail = await mailLines(store, config, isEditor);
    const server = isEditor ? undefined : await serverState(store, config, builtAt);
    const needs = [
      ...(isEditor ? [] : [...(await waitingLines(store)), ...(await hiringLines(store, vacancies))]),
      ...newsletters.sending,
      ...mail,
      ...(isEditor ? [] : await usedUpLines(store, config)),
      ...(server?.problems ?? []),
    ];
    const unsent = isEditor
      ? []
      : [...(await unreachedEmails(store.db)), ...(await leftWithoutAnswer(store.db))];
    const articles = await hiddenArticles(store.db);
    const scheduled = articles.filter(({ state }) => state === 'scheduled');
    const publications = scheduled.map(({ id, title, visible_from }) => ({
      at: visible_from ?? '',
      line: {
        text: `${weekdayAndTime(visible_from ?? '')}: “${title}” will be published`,
        path: officePaths.article(id),
      },
    }));
    const closings = isEditor ? [] : await closingLines(store, vacancies);
    const coming = [...publications, ...closings].sort((one, other) => (one.at < other.at ? -1 : 1));
    const drafts = articles
      .filter(({ state }) => state === 'draft')
      .map(({ id, title }) => ({ text: `Draft article “${title}”`, path: officePaths.article(id) }));
    const vacancyDrafts = vacancies
      .filter(({ state }) => state === 'draft')
      .map(({ id, name }) => ({ text: `Draft vacancy “${name}”`, path: officePaths.vacancy(id) }));
    const unfinished = [...drafts, ...newsletters.drafts, ...vacancyDrafts];
    const body = (
      <>
        <h2>Needs your attention</h2>
        {needs.length + unsent.length > 0 ? lines(needs) : <Empty>Nothing needs your attention.</Empty>}
        {unsentLines(unsent)}
        {coming.length > 0 && <h2>Coming up</h2>} {lines(coming.map(({ line }) => line))}
        {unfinished.length > 0 && <h2>Unfinished</h2>} {lines(unfinished)}
        <h2>Write</h2>
        <Actions>
          <ButtonLink href={officePaths.article('new')}>Article</ButtonLink>
          <ButtonLink href={officePaths.newsletter('new')}>Newsletter</ButtonLink>
          {!isEditor && <ButtonLink href={officePaths.vacancy('new')}>Vacancy</ButtonLink>}
        </Actions>
        {server && (
          <section>
            <h2>The server</h2>
            <p>{server.line}</p>
          </section>
        )}
        {(await passkeysOf(store.db, person.id)).length === 0 && (
          <PasskeyOffer words="To sign in without an email next time:" />
        )}
      </>
    );
    return { title: 'Today', above: spokenWeekday(new Date()), body };
  });
}

const mostNames = 20;

/** Replies that ended; the others are tried again, were dropped, or answer nobody. */
const isLost = ({ kind, state }: Unreached) =>
  kind === 'reply' && ['not accepted', 'perhaps', 'given up'].includes(state);

/** One line for all that ended or wait in the same way. */
function unsentLines(unsent: Unreached[]) {
  const ways = new Map<string, Unreached[]>();
  for (const one of unsent) {
    const way = `${said(one, 2)} ${isLost(one)}`;
    ways.set(way, [...(ways.get(way) ?? []), one]);
  }
  return [...ways.values()].map((all) => {
    const [first] = all;
    const shown = all.slice(0, mostNames);
    return (
      first && (
        <div key={first.id}>
          <p>
            {counted(all.length, 'email')} {said(first, all.length)}:{' '}
            {shown.map(({ id, name, application, enquiry }) => (
              <span key={id}>
                <a
                  href={
                    application ? officePaths.application(application) : officePaths.enquiry(enquiry ?? '')
                  }
                >
                  <bdi>{name}</bdi>
                </a>{' '}
              </span>
            ))}
            {all.length > shown.length && `and ${all.length - shown.length} more`}
          </p>
          <Press action={officePaths.seen} values={{ messages: shown.map(({ id }) => id).join() }}>
            {isLost(first) ? 'Told by phone' : 'Seen'}
          </Press>
        </div>
      )
    );
  });
}

/** Handles the buttons for emails that were not sent. */
function serveUnsent({ onPost }: Pick<Section, 'onPost'>): void {
  onPost(officePaths.seen, async (trx, request) => {
    const messages = text(request, 'messages');
    if (messages !== '' && personOf(request).role === 'editor')
      throw new Refusal(403, 'This is not part of your access.');
    const ids = messages.split(',');
    await markSeen(trx, 'messages', ids);
    await markSeen(trx, 'newsletters', text(request, 'newsletters').split(','));
    const { id: person } = personOf(request);
    const told = await recordPhoned(trx, ids, person);
    for (const id of told) await logAction(trx, person, 'told by phone', { kind: 'application', id });
    const about = text(request, 'isOnPage') === '' ? undefined : await subjectOf(trx, ids[0] ?? '');
    return {
      to: telling(about ? pathOf(about) : officePaths.home, told.length > 0 ? 'told-by-phone' : 'seen'),
    };
  });

  onPost(officePaths.again, async (trx, request) => {
    const id = text(request, 'message');
    const about = found(await subjectOf(trx, id));
    if (about.newsletter === null && personOf(request).role === 'editor')
      throw new Refusal(403, 'This is not part of your access.');
    if (about.is_last === 0)
      throw new Refusal(409, 'Something else was said to them since. Write to them again instead.');
    if (!(await sendAgain(trx, id))) throw new Refusal(409, 'It has already been sent, or is about to be.');
    return { to: telling(pathOf(about), 'answered'), did: 'sent an email again' };
  });
}

function pathOf({ newsletter, application, enquiry }: NonNullable<Awaited<ReturnType<typeof subjectOf>>>) {
  if (newsletter) return officePaths.newsletter(newsletter);
  if (application) return officePaths.application(application);
  return enquiry ? officePaths.enquiry(enquiry) : officePaths.home;
}

const lines = (all: Line[]) => (
  <Rows
    items={all.map(({ text, path, first }) => ({
      title: text,
      path,
      more: first && (
        <Actions>
          <ButtonLink href={first} isPrimary>
            Read the first
          </ButtonLink>
        </Actions>
      ),
    }))}
  />
);

/** For example, "5 minutes", "2 hours" or "3 days". */
function ageOf(time: string): string {
  const ms = Math.max(0, Date.now() - Date.parse(time));
  if (ms < hourMs) return counted(Math.max(1, Math.floor(ms / minuteMs)), 'minute');
  return ms < 2 * dayMs ? counted(Math.floor(ms / hourMs), 'hour') : counted(Math.floor(ms / dayMs), 'day');
}

/** Applications and enquiries that wait. First those that wait longest beyond what we promise; they get the button. */
async function waitingLines({ db }: Store): Promise<Line[]> {
  const all: (Line & { since: string; promisedDays: number; oldest: string })[] = [];
  const { applicationDays, emailDays } = promises;
  const arrived = (count: number) => (count === 1 ? 'It arrived' : 'The oldest arrived');
  const late = await countLate(db);
  if (late.oldest !== undefined) {
    const { id, state, received } = late.oldest;
    const oldest = `${officePaths.application(id)}?tab=${state}`;
    const text =
      `${counted(late.count, 'application')} ${late.count === 1 ? 'is' : 'are'} late. ${arrived(late.count)} on ` +
      `${spokenDay(new Date(received))}; we promise a reply within ${promises.application}.`;
    all.push({ text, path: oldest, since: received, promisedDays: applicationDays, oldest });
  }
  const counts = await countTabs(db);
  const {
    rows: [first],
  } = await pageOfApplications(db, { tab: 'received' }, { size: 1 });
  if (first !== undefined)
    all.push({
      text: `${counted(counts.received, 'new application')}.`,
      path: officePaths.applications,
      since: first.received,
      promisedDays: applicationDays,
      oldest: officePaths.application(first.id),
    });
  const { new: count } = await countEnquiries(db);
  const {
    rows: [enquiry],
  } = await pageOfEnquiries(db, 'new', { size: 1 });
  if (enquiry !== undefined)
    all.push({
      text: `${counted(count, 'new enquiry', 'new enquiries')}. ${arrived(count)} ${ageOf(enquiry.received)} ago; we promise a reply within ${promises.email}.`,
      path: officePaths.enquiries,
      since: enquiry.received,
      promisedDays: emailDays,
      oldest: officePaths.enquiry(enquiry.id),
    });
  const due = (line: (typeof all)[number]) => Date.parse(line.since) + promisedMs(line.promisedDays);
  const lines = all
    .sort((one, other) => due(one) - due(other))
    .map(({ text, path, oldest }, index) => ({ text, path, ...(index === 0 && { first: oldest }) }));
  const bots = {
    text: `${counted(counts.bots, 'application')} from possible bots. Decide whether they are from people.`,
    path: `${officePaths.applications}?tab=bots`,
  };
  return counts.bots > 0 ? [...lines, bots] : lines;
}

/** Closed vacancies with people who wait for an answer. */
async function hiringLines({ db }: Store, vacancies: Vacancies): Promise<Line[]> {
  const closed = vacancies.filter(({ state }) => state === 'closed');
  const waiting = await countWaitingPeople(
    db,
    closed.map(({ id }) => id),
  );
  return closed
    .filter(({ id }) => waiting.has(id))
    .map(({ id, name }) => {
      const count = waiting.get(id) ?? 0;
      const has = count === 1 ? 'has' : 'have';
      const text = `${name} is closed. ${counted(count, 'applicant')} still ${has} no answer.`;
      return { text, path: `${officePaths.vacancy(id)}/close` };
    });
}

async function closingLines({ db }: Store, vacancies: Vacancies) {
  const open = vacancies.filter(({ state, closes_at }) => state === 'open' && closes_at !== null);
  const ids = open.map(({ id }) => id);
  const applications = await countByVacancy(db, ids, 'all');
  return open.map(({ id, name, closes_at }) => {
    // The last day ends at midnight.
    const day = spokenWeekday(new Date(Date.parse(closes_at ?? '') - 1));
    const count = applications.get(id) ?? 0;
    const text = `${day}: ${name} will close, ${count === 0 ? 'no applications' : counted(count, 'application')} so far`;
    return { at: closes_at ?? '', line: { text, path: officePaths.vacancy(id) } };
  });
}

async function newsletterLines(store: Store, config: Config) {
  const sending: Line[] = [];
  const newsletters = await allNewsletters(store.db);
  for (const newsletter of await openNewsletters(store.db))
    sending.push({
      text: `“${newsletter.subject}”: ${await progressWords({ store, config }, newsletter)}`,
      path: officePaths.newsletter(newsletter.id),
    });
  const drafts = newsletters
    .filter(isDraft)
    .map(({ id, subject }) => ({ text: `Draft newsletter “${subject}”`, path: officePaths.newsletter(id) }));
  return { sending, drafts };
}
