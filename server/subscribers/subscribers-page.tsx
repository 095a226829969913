import { retentionDays } from '#src/contract/retention.ts';

import { spokenDay } from '../lib/local-time.ts';
import * as ui from '../office/components.tsx';
import { serveCsv } from '../office/csv.ts';
import { askedOf } from '../office/form.ts';
import { ListPage, serveDeletion } from '../office/list-page.tsx';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Read, Section } from '../office/open-section.ts';
import { delayWords, said } from '../outgoing/said.ts';
import { wantedIn } from '../store/keyset-pages.ts';
import { serveAddresses } from './addresses-page.tsx';
import {
  askAll,
  countReaders,
  exportSubscribers,
  pageOfReaders,
  readersWith,
  unsubscribe,
} from './subscribers.ts';

const stateFacts = {
  reader: '',
  unconfirmed: ' · not confirmed yet',
  unasked: ' · not asked to confirm yet',
};

/** Lists who gets the newsletter. */
export function serveSubscribers(section: Section): void {
  const { onGet, onShow, onPost } = section;
  serveAddresses(section);
  onGet(officePaths.subscribers, listSubscribers);
  onShow(officePaths.subscribers, listSubscribers);
  onPost(`${officePaths.subscribers}/ask`, askUnasked);
  serveDeletion(section, {
    path: officePaths.subscribers,
    verb: 'Remove',
    counted: (count) => ui.counted(count, 'subscriber'),
    find: readersWith,
    facts: ({ email }) => <bdi>{email}</bdi>,
    remove: (trx, key) => unsubscribe(trx, key),
  });
  serveCsv(section, 'subscribers', exportSubscribers);
}

export const listSubscribers: Read = async (request, { store, config }) => {
  const fields = askedOf(request);
  const search = (fields.get('search') ?? '').trim();
  const counts = await countReaders(store.db);
  const missed = fields.get('missed') ?? '';
  const page = await pageOfReaders(store.db, { search, missed }, { ...wantedIn(fields), size: 25 });
  const item = ({ key, name, email, since, state, end, ...told }: (typeof page.rows)[number]) => ({
    choice: key,
    title: name,
    facts: (
      <>
        <bdi>{email}</bdi> · since {spokenDay(new Date(since))}
        {stateFacts[state]}
        {end && end !== 'sent' && `: the email ${said({ state: end, ...told })}`}
      </>
    ),
  });
  const body = (
    <>
      <p>
        {countWords(counts)} {counts.unconfirmed > 0 && (await delayWords(store.db))}
      </p>
      {counts.unasked > 0 && config.smtpUrl !== null && (
        <ui.Actions>
          <ui.Press action={`${officePaths.subscribers}/ask`}>Ask them to confirm</ui.Press>
        </ui.Actions>
      )}
      <ListPage
        path={officePaths.subscribers}
        filter={{ search, missed }}
        page={page}
        item={item}
        empty="No subscribers yet."
        bulk={[<ui.Button key="remove">Remove selected…</ui.Button>]}
        csv="Download as CSV"
      />
      <p>
        <a href={officePaths.addresses}>Add or remove addresses</a>
      </p>
    </>
  );
  return { title: 'Subscribers', body };
};

export const askUnasked: Change = async (trx) => {
  const did = `asked ${ui.counted(await askAll(trx), 'subscriber')} to confirm`;
  return { to: telling(officePaths.subscribers, 'asked'), did };
};

/** Counts who gets the newsletter, and who does not and why. */
function countWords({ reader, unconfirmed, unasked }: Awaited<ReturnType<typeof countReaders>>): string {
  const days = retentionDays.unconfirmed;
  const all = [
    `${ui.people(reader)} ${reader === 1 ? 'is' : 'are'} subscribed.`,
    unconfirmed > 0 &&
      `${unconfirmed} ${unconfirmed === 1 ? 'has' : 'have'} not confirmed yet and will be deleted after ${ui.counted(days, 'day')}.`,
    unasked > 0 &&
      `${unasked} ${unasked === 1 ? 'was' : 'were'} never asked to confirm, because no email could be sent then.`,
  ];
  return all.filter(Boolean).join(' ');
}
