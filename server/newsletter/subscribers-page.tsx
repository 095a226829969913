import type { FastifyRequest } from 'fastify';

import { retentionDays } from '#src/contract/retention.ts';

import { spokenDay } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import { said } from '../mail/said.ts';
import * as ui from '../office/components.tsx';
import { sendCsv } from '../office/csv.ts';
import { fieldsOf, pageOf, personOf, queryOf } from '../office/form.ts';
import type { View } from '../office/frame.tsx';
import { logAction } from '../office/log.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Section } from '../office/section.ts';
import { ListForm, serveSubscriberList } from './import-page.tsx';
import {
  allSubscribers,
  askAll,
  countReaders,
  findReaders,
  readersWith,
  unsubscribe,
  writeAgain,
} from './subscribers.ts';
import { serveSubscription } from './subscription-page.tsx';

const pageSize = 25;

const stateFacts = {
  reader: '',
  refused: ' · left out: two newsletters, at least a day apart, were not accepted',
  unconfirmed: ' · not confirmed yet',
  unasked: ' · not asked to confirm yet',
  robot: ' · possible bot: receives nothing',
};

/** Lists who gets the newsletter. */
export function serveSubscribers(section: Section): void {
  const { app, store, config, options, send, onGet, onPost } = section;
  serveSubscription(section);
  serveSubscriberList(section);

  const listOf = async (fields: URLSearchParams): Promise<View> => {
    const page = pageOf(fields);
    const search = (fields.get('search') ?? '').trim();
    const counts = await countReaders(store.db);
    const found = await findReaders(store.db, search, pageSize + 1, page * pageSize);
    const hasMore = found.length > pageSize;
    const none =
      search === '' ? 'No subscribers yet.' : 'Nobody found. Try part of the name or email address.';
    const words = <ui.Field label="Name or email" name="search" value={search} required />;
    const list = (
      <>
        <ul className="vstack list-unstyled">
          {found.slice(0, pageSize).map(({ key, name, email, since, state, end, why }) => (
            <li key={key} className="border-top py-3">
              <ui.Tick label={<ui.Values of={[name, email]} />} name="email" value={key} />
              <p className="small text-body-secondary mb-0">
                since {spokenDay(new Date(since))}
                {stateFacts[state]}
                {end && end !== 'sent' && `: the last email ${said({ state: end, why })}`}
              </p>
            </li>
          ))}
        </ul>
        <ui.Actions>
          <ui.Button>Remove selected…</ui.Button>
          {found.some(({ state }) => state === 'refused') && (
            <ui.Button formAction={`${officePaths.subscribers}/again`}>Include them again</ui.Button>
          )}
        </ui.Actions>
      </>
    );
    const body = (
      <>
        <p>{countWords(counts)}</p>
        {counts.unasked > 0 && config.smtpUrl !== null && (
          <ui.Actions>
            <ui.Press action={`${officePaths.subscribers}/ask`}>Ask them to confirm</ui.Press>
          </ui.Actions>
        )}
        <ui.Fold summary="Search" isOpen={search !== ''}>
          <ui.Form action={officePaths.subscribers}>
            {words} <ui.Button>Search</ui.Button>
          </ui.Form>
        </ui.Fold>
        {found.length === 0 ? (
          <ui.Empty>{none}</ui.Empty>
        ) : (
          <ui.Form action={`${officePaths.subscribers}/check`}>{list}</ui.Form>
        )}
        {search === '' ? (
          <ui.Pager path={officePaths.subscribers} query={fields} page={page} hasMore={hasMore} />
        ) : (
          hasMore && <p>These are the first {pageSize}. Enter more of the name to narrow the search.</p>
        )}
        <ui.Actions>
          <ui.Press action={`${officePaths.subscribers}/csv`}>Download as CSV</ui.Press>
        </ui.Actions>
        <ListForm />
      </>
    );
    return { title: 'Subscribers', body };
  };

  onGet(officePaths.subscribers, (request) => listOf(queryOf(request)));

  // Post searches: the names in them must not appear in an address or log.
  app.post(officePaths.subscribers, options, async (request, reply) =>
    send(request, reply, await listOf(fieldsOf(request))),
  );

  app.post(`${officePaths.subscribers}/check`, options, async (request, reply) => {
    const gone = await readersWith(store.db, tickedIn(request));
    const body = (
      <>
        <ul>
          {gone.map(({ key, name, email }) => (
            <li key={key}>
              <ui.Values of={[name, email]} />
            </li>
          ))}
        </ul>
        <ui.Form action={`${officePaths.subscribers}/remove`}>
          {gone.map(({ key }) => (
            <input key={key} type="hidden" name="email" value={key} />
          ))}
          <ui.Actions>
            <ui.Button isPrimary>{`Remove ${gone.length}`}</ui.Button>
            <ui.ButtonLink href={officePaths.subscribers}>Back</ui.ButtonLink>
          </ui.Actions>
        </ui.Form>
      </>
    );
    return send(request, reply, { title: `Remove ${ui.people(gone.length)}?`, body });
  });

  onPost(`${officePaths.subscribers}/remove`, async (trx, request) => {
    const emails = tickedIn(request);
    for (const email of emails) await unsubscribe(trx, email);
    const did = `removed ${ui.counted(emails.length, 'subscriber')}`;
    return { to: telling(officePaths.subscribers, 'removed'), did };
  });

  onPost(`${officePaths.subscribers}/again`, async (trx, request) => {
    const count = await writeAgain(trx, tickedIn(request));
    if (count === 0) throw new Refusal(422, 'Select somebody who is left out.');
    const did = `included ${ui.counted(count, 'subscriber')} again`;
    return { to: telling(officePaths.subscribers, 'again'), did };
  });

  onPost(`${officePaths.subscribers}/ask`, async (trx) => {
    const count = await askAll(trx);
    const did = `asked ${ui.counted(count, 'subscriber')} to confirm`;
    return { to: telling(officePaths.subscribers, 'asked'), did };
  });

  app.post(`${officePaths.subscribers}/csv`, options, async (request, reply) => {
    const all = await allSubscribers(store.db);
    await store.write((trx) => logAction(trx, personOf(request).id, 'downloaded the subscribers'));
    return sendCsv(reply, 'subscribers', all);
  });
}

function tickedIn(request: FastifyRequest): string[] {
  const emails = fieldsOf(request).getAll('email');
  if (emails.length === 0) throw new Refusal(422, 'Select at least one person first.');
  return emails;
}

/** Counts who gets the newsletter, and who does not and why. */
function countWords({
  reader,
  refused,
  unconfirmed,
  unasked,
  robot,
}: Awaited<ReturnType<typeof countReaders>>): string {
  const days = retentionDays.unconfirmed;
  const all = [
    `${ui.people(reader)} ${reader === 1 ? 'is' : 'are'} subscribed.`,
    refused > 0 &&
      `${refused} ${refused === 1 ? 'is' : 'are'} left out: two newsletters, at least a day apart, were not accepted.`,
    unconfirmed > 0 &&
      `${unconfirmed} ${unconfirmed === 1 ? 'has' : 'have'} not confirmed yet and will be deleted after ${ui.counted(days, 'day')}.`,
    unasked > 0 &&
      `${unasked} ${unasked === 1 ? 'was' : 'were'} never asked to confirm, because no email could be sent then.`,
    robot > 0 &&
      `${robot} ${robot === 1 ? 'is a possible bot and receives' : 'are possible bots and receive'} nothing.`,
  ];
  return all.filter(Boolean).join(' ');
}
