import * as site from '#src/words/site.ts';

import { recentArticles } from '../articles/articles.ts';
import { dayMs } from '../lib/durations.ts';
import { spokenDay } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import * as ui from '../office/components.tsx';
import { fieldsOf, found, text } from '../office/form.ts';
import type { View } from '../office/frame.tsx';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Read, Request, Save, Section } from '../office/open-section.ts';
import { MarkdownField } from '../office/texts.tsx';
import type { Today, TodayOf } from '../office/today.ts';
import type { Db, Trx } from '../store/schema.ts';
import { countReaders } from '../subscribers/subscribers.ts';
import {
  allNewsletters,
  articlesOf,
  deleteNewsletter,
  findNewsletter,
  type Newsletter,
  saveNewsletter,
} from './newsletters.ts';
import { progressBody, progressWords } from './progress.tsx';
import { serveSending } from './send-page.tsx';
import { markSeen, openNewsletters, resumeSending, sendToUnreached, stopSending } from './sending.ts';

function daysAgo(time: string): string {
  const days = Math.floor((Date.now() - Date.parse(time)) / dayMs);
  return days === 0 ? 'today' : `${ui.counted(days, 'day')} ago`;
}

const lastOf = (newsletters: Awaited<ReturnType<typeof allNewsletters>>) =>
  newsletters.find(({ sent_at }) => sent_at !== null);

export function serveNewsletter(section: Section): void {
  const { onGet, onAct, onPost, onSave } = section;
  const path = officePaths.newsletter(':id');
  serveSending(section);
  onGet(officePaths.newsletters, listNewsletters);
  onGet(path, showNewsletter);
  onSave(path, 'newsletters', saveDraft);
  onPost(`${path}/seen`, seeFailed);
  onPost(`${path}/unreached`, sendAgain);
  onAct('delete', 'deleted', 'deleted', deleteNewsletter);
  onAct('stop', 'stopped', 'stopped', stopNewsletter);
  onAct('continue', 'sending', 'resumed', resumeSending);
}

export const listNewsletters: Read = async (_, { store: { db } }) => {
  const newsletters = await allNewsletters(db);
  const { reader } = await countReaders(db);
  const last = lastOf(newsletters)?.sent_at;
  const items = newsletters.map(({ id, subject, state, sent_at }) => ({
    path: officePaths.newsletter(id),
    title: subject,
    badge: state,
    facts: sent_at && spokenDay(new Date(sent_at)),
  }));
  const body = (
    <>
      <ui.ButtonLink href={officePaths.newsletter('new')} isPrimary>
        Write a newsletter
      </ui.ButtonLink>
      <p className="mt-4">
        {ui.people(reader)} {reader === 1 ? 'is' : 'are'} subscribed.{' '}
        <a href={officePaths.subscribers}>Subscribers</a>
      </p>
      {last && <p>The last one was sent {daysAgo(last)}; the privacy page promises one a month.</p>}
      {items.length === 0 ? <ui.Empty>No newsletters yet.</ui.Empty> : <ui.Rows items={items} />}
    </>
  );
  return { title: 'Newsletter', body };
};

export const showNewsletter: Read = async ({ params: { id } }, section) => {
  const { db } = section.store;
  if (id === 'new') return newDraft(db);
  const newsletter = found(await findNewsletter(db, id));
  const title = newsletter.subject;
  if (newsletter.state !== 'draft') return { title, body: await progressBody(section, newsletter) };
  const included = await articlesOf(db, newsletter.articles);
  const chosen = included.map((article) => article.id);
  const others = (await recentArticles(db)).filter((article) => !chosen.includes(article.id));
  const body = (
    <>
      {editor(newsletter, [...included, ...others], chosen)}
      <ui.Fold summary="Delete this draft">
        <ui.Press action={`${officePaths.newsletter(id)}/delete`}>Delete this draft</ui.Press>
      </ui.Fold>
    </>
  );
  return { title, body };
};

async function newDraft(db: Db): Promise<View> {
  const recent = await recentArticles(db);
  const month = new Date(Date.now() - 31 * dayMs).toISOString();
  const since = lastOf(await allNewsletters(db))?.sent_at ?? month;
  const chosen = recent.filter(({ created_at }) => created_at > since).map((one) => one.id);
  const draft = { id: 'new', subject: `News from ${site.name}`, source: '', version: 0 };
  return { title: 'New newsletter', body: editor(draft, recent, chosen) };
}

export const saveDraft: Save<void> = async (trx, request, { id: known, version }) => {
  const articles = JSON.stringify(fieldsOf(request).getAll('article'));
  const written = { subject: text(request, 'subject'), source: text(request, 'source'), articles };
  const id = await saveNewsletter(trx, known, written, version);
  const isNext = text(request, 'action') === 'send';
  const to = isNext ? officePaths.newsletterSend(id) : telling(officePaths.newsletter(id), 'saved');
  return { to, did: 'saved', subject: { kind: 'newsletter', id } };
};

export const stopNewsletter = async (trx: Trx, id: string) => {
  if (!(await stopSending(trx, id))) throw new Refusal(409, 'It is not being sent any more.');
};

/** The buttons say how many. */
function refuseOther(request: Request, count: number): void {
  if (count === 0 || count !== Number(text(request, 'count')))
    throw new Refusal(409, 'Nothing was changed: the number is different by now. Open the page again.');
}

export const seeFailed: Change = async (trx, request) => {
  refuseOther(request, await markSeen(trx, request.params.id));
  return { to: telling(officePaths.newsletter(request.params.id), 'seen') };
};

export const sendAgain: Change = async (trx, request) => {
  refuseOther(request, await sendToUnreached(trx, request.params.id));
  const to = telling(officePaths.newsletter(request.params.id), 'sending');
  return { to, did: 'sent to those not reached' };
};

function editor(
  newsletter: Pick<Newsletter, 'id' | 'subject' | 'source' | 'version'>,
  recent: { id: string; title: string }[],
  chosen: string[],
) {
  const path = officePaths.newsletter(newsletter.id);
  return (
    <ui.Form action={path} keeps="copy">
      <input type="hidden" name="version" value={newsletter.version} />
      <ui.Field label="Subject" name="subject" value={newsletter.subject} required />
      <MarkdownField label="Introduction" value={newsletter.source} />
      <fieldset>
        <legend className="form-label">Articles to include</legend>
        {recent.map(({ id, title }) => (
          <div key={id}>
            <ui.Tick label={title} name="article" value={id} defaultChecked={chosen.includes(id)} />
          </div>
        ))}
      </fieldset>
      <ui.Actions>
        <ui.Button isPrimary>Save</ui.Button>
        {newsletter.id !== 'new' && (
          <ui.ButtonLink href={officePaths.newsletterEmail(newsletter.id)}>See the email</ui.ButtonLink>
        )}
        <ui.Button name="action" value="send">
          Send…
        </ui.Button>
      </ui.Actions>
    </ui.Form>
  );
}

/** Newsletters that are being sent, and drafts. */
export const newslettersToday: TodayOf = async ({ store, config }) => {
  const lines: Today['lines'] = [];
  for (const newsletter of await openNewsletters(store.db))
    lines.push({
      text: `“${newsletter.subject}”: ${await progressWords({ store, config }, newsletter)}`,
      path: officePaths.newsletter(newsletter.id),
    });
  const drafts = (await allNewsletters(store.db)).filter(({ state }) => state === 'draft');
  const unfinished = drafts.map(({ id, subject }) => ({
    text: `Draft newsletter “${subject}”`,
    path: officePaths.newsletter(id),
  }));
  return { lines, unfinished };
};
