import { statfs } from 'node:fs/promises';

import * as promises from '#src/words/promises.ts';

import { hiddenArticles } from './articles/articles.ts';
import { type Config, connectCommand } from './config.ts';
import { countEnquiries, listEnquiries } from './enquiries/enquiries.ts';
import { countByVacancy, countLate, countStates, findApplications } from './hiring/application-search.ts';
import { allVacancies } from './hiring/vacancies.ts';
import { dayMs, hourMs, minuteMs } from './lib/durations.ts';
import { spokenDay, spokenWeekday } from './lib/local-time.ts';
import { Refusal } from './lib/refusal.ts';
import { countWaiting, findStopped } from './mail/channel.ts';
import { sendAgain } from './mail/queue.ts';
import { said, saidOfChannel } from './mail/said.ts';
import { mailKinds } from './mail-kinds.ts';
import { allNewsletters } from './newsletter/newsletters.ts';
import { progressWords } from './newsletter/progress.tsx';
import { PasskeyOffer } from './office/access-page.tsx';
import {
  Actions,
  ButtonLink,
  counted,
  Empty,
  moment,
  Press,
  Rows,
  weekdayAndTime,
} from './office/components.tsx';
import { found, personOf, text } from './office/form.ts';
import { telling } from './office/notices.ts';
import { officePaths } from './office/office-paths.ts';
import { passkeysOf } from './office/passkeys.ts';
import type { Section } from './office/section.ts';
import { sampleFacts, sampleTexts } from './samples.ts';
import { lastBackup } from './store/facts.ts';
import type { Store } from './store/open-store.ts';
import { markSeen, subjectOf, unreachedEmails, unreachedNewsletters } from './unsent.ts';

const leastRoom = 1e9;

type Vacancies = Awaited<ReturnType<typeof allVacancies>>;
type Line = { text: string; path?: string; first?: string };

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
      ...(isEditor ? [] : [...(await applicationLines(store, vacancies)), ...(await enquiryLines(store))]),
      ...newsletters.sending,
      ...mail,
      ...(server?.problems ?? []),
    ];
    const unsent = isEditor ? [] : await unreachedEmails(store.db);
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

type Unsent = Awaited<ReturnType<typeof unreachedEmails>>;

const mostNames = 20;

/** One line for all that ended or wait in the same way. */
function unsentLines(unsent: Unsent) {
  const ways = new Map<string, Unsent>();
  for (const one of unsent) ways.set(said(one, 2), [...(ways.get(said(one, 2)) ?? []), one]);
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
                  {name}
                </a>{' '}
              </span>
            ))}
            {all.length > shown.length && `and ${all.length - shown.length} more`}
          </p>
          <Press action={officePaths.seen} values={{ messages: shown.map(({ id }) => id).join() }}>
            Seen
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
    await markSeen(trx, 'messages', messages.split(','));
    await markSeen(trx, 'newsletters', text(request, 'newsletters').split(','));
    return { to: telling(officePaths.home, 'seen') };
  });

  onPost(officePaths.again, async (trx, request) => {
    const id = text(request, 'message');
    const about = found(await subjectOf(trx, id));
    if (about.newsletter === null && personOf(request).role === 'editor')
      throw new Refusal(403, 'This is not part of your access.');
    const { onEnd } = mailKinds[about.kind];
    if (!(await sendAgain(trx, id, onEnd)))
      throw new Refusal(409, 'It has already been sent, or is about to be.');
    const path = about.newsletter
      ? officePaths.newsletter(about.newsletter)
      : about.application
        ? officePaths.application(about.application)
        : about.enquiry
          ? officePaths.enquiry(about.enquiry)
          : officePaths.home;
    return { to: telling(path, 'answered'), did: 'sent an email again' };
  });
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

async function applicationLines({ db }: Store, vacancies: Vacancies): Promise<Line[]> {
  const all: Line[] = [];
  const path = officePaths.applications;
  const { count, oldest } = await countLate(db);
  if (oldest !== undefined)
    all.push({
      text:
        `${counted(count, 'application')} ${count === 1 ? 'is late. It' : 'are late. The oldest'} arrived on ` +
        `${spokenDay(new Date(oldest.received))}; we promise an answer within ${promises.application}.`,
      path: `${officePaths.application(oldest.id)}?tab=${oldest.state}`,
    });
  const { received } = await countStates(db);
  const [first] = await findApplications(db, { state: 'received' }, 1);
  if (first !== undefined)
    all.push({
      text: `${counted(received, 'new application')}.`,
      path,
      first: officePaths.application(first.id),
    });
  const closed = vacancies.filter(({ state }) => state === 'closed');
  const ids = closed.map(({ id }) => id);
  const unanswered = await countByVacancy(db, ids, 'unanswered');
  for (const { id, name } of closed) {
    const waiting = unanswered.get(id) ?? 0;
    if (waiting === 0) continue;
    const has = waiting === 1 ? 'has' : 'have';
    const text = `${name} is closed. ${counted(waiting, 'applicant')} still ${has} no answer.`;
    all.push({ text, path: `${officePaths.vacancy(id)}/close` });
  }
  return all;
}

async function enquiryLines({ db }: Store): Promise<Line[]> {
  const { new: count } = await countEnquiries(db);
  const [oldest] = await listEnquiries(db, 'new', 1);
  if (oldest === undefined) return [];
  const ms = Date.now() - Date.parse(oldest.received);
  const units = [
    [2 * dayMs, dayMs, 'day'],
    [hourMs, hourMs, 'hour'],
    [0, minuteMs, 'minute'],
  ] as const;
  const [, unit, name] = units.find(([from]) => ms >= from) ?? units[2];
  const age = counted(Math.max(Math.floor(ms / unit), 1), name);
  const text = `${counted(count, 'new enquiry', 'new enquiries')}. ${count === 1 ? 'It' : 'The oldest'} arrived ${age} ago; we promise an answer within ${promises.email}.`;
  return [{ text, path: officePaths.enquiries }];
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
  for (const newsletter of await unreachedNewsletters(store.db))
    sending.push({
      text: `“${newsletter.subject}”: ${await progressWords({ store, config }, newsletter)}`,
      path: officePaths.newsletter(newsletter.id),
    });
  const drafts = newsletters
    .filter(({ state }) => state === 'draft')
    .map(({ id, subject }) => ({ text: `Draft newsletter “${subject}”`, path: officePaths.newsletter(id) }));
  return { sending, drafts };
}

/** Why no email leaves. */
async function mailLines({ db }: Store, { smtpUrl }: Config, isEditor: boolean): Promise<Line[]> {
  const waiting = await countWaiting(db, isEditor ? 'newsletter' : undefined);
  const stopped = smtpUrl === null ? undefined : await findStopped(db);
  const isTold = stopped === undefined ? smtpUrl === null && waiting > 0 : !isEditor || waiting > 0;
  return isTold ? [{ text: saidOfChannel(stopped, waiting) }] : [];
}

async function serverState({ db }: Store, { dataDir, databaseUrl, siteUrl }: Config, builtAt: string) {
  const { at: last, since, isLate } = await lastBackup(db);
  const { bavail, bsize } = await statfs(dataDir);
  const room = bavail * bsize;
  const problems: Line[] = [];
  const days = Math.floor((Date.now() - Date.parse(since)) / dayMs);
  const backup =
    last === null
      ? `No backup has been made in the ${counted(days, 'day')} since the first start.`
      : `The last backup is ${counted(days, 'day')} old (${moment(last)}).`;
  if (isLate) problems.push({ text: `${backup} Please tell the person who runs the server.` });
  if (databaseUrl === null && room < leastRoom)
    problems.push({ text: 'Less than 1 GB is left on the disk.' });
  const isPublic = siteUrl.startsWith('https:');
  const facts = isPublic ? sampleFacts() : [];
  const costs = facts.filter(({ isCost }) => isCost).map(({ sample }) => sample);
  if (costs.length > 0) problems.push({ text: `Visitors see example figures for: ${costs.join(', ')}.` });
  const samples = isPublic ? facts.length + (await sampleTexts(db)).length : 0;
  if (samples > 0)
    problems.push({
      text: `Visitors see ${samples} sample facts, articles and vacancies. Please tell the person who runs the server: “${connectCommand()} samples” lists them.`,
    });
  const line = [
    last === null ? 'No backup yet' : `Last backup ${moment(last)}`,
    `${counted(await countWaiting(db), 'email')} waiting`,
    databaseUrl === null && `${Math.floor(room / 1e9)} GB free on the disk`,
    `site built on ${spokenDay(new Date(builtAt))}`,
  ];
  return { problems, line: `${line.filter(Boolean).join(', ')}.` };
}
