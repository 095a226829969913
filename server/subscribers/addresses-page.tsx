import { Refusal } from '../lib/refusal.ts';
import * as ui from '../office/components.tsx';
import { fieldsOf, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Read, Request, Section } from '../office/open-section.ts';
import { type AddressList, readAddresses } from './address-list.ts';
import { addAddresses, removeAddresses, type Sorted, sortAddresses } from './list-changes.ts';

const path = officePaths.addresses;
const title = 'Add or remove addresses';
const mostNamed = 20;
const mostOthers = 10;

/** Serves a box for addresses: what would be done with each, then one of two presses. Nothing is stored in between. */
export function serveAddresses({ onGet, onShow, onPost }: Section): void {
  onGet(path, showBox);
  onShow(`${path}/check`, checkAddresses);
  onPost(`${path}/add`, sayAdded, { before: addAll });
  onPost(`${path}/remove`, sayRemoved, { before: removeAll });
}

const showBox: Read = async () => ({ title, body: <Box /> });

const asks = ({ config }: Section) => config.smtpUrl !== null;

export const checkAddresses: Read = async (request, section) => {
  const typed = text(request, 'addresses');
  const list = await readAddresses(typed);
  if (list.rows.length === 0) throw new Refusal(422, 'There is no email address in this text.');
  const sorted = await sortAddresses(section.store.db, list.rows);
  return { title, body: <Checked {...{ typed, list, sorted, asks: asks(section) }} /> };
};

export async function addAll(request: Request, section: Section) {
  if (!fieldsOf(request).has('everybody'))
    throw new Refusal(422, 'Say that everybody in this list may be written to.');
  const hasAgreed = text(request, 'how') === 'agreed';
  const consent = text(request, 'consent').slice(0, 200);
  if (hasAgreed && consent === '')
    throw new Refusal(422, 'Say where and when they agreed, for example “At our stand in Ndola, July 2026”.');
  const { rows } = await readAddresses(text(request, 'addresses'));
  return addAddresses(section.store, rows, { consent: hasAgreed ? consent : null, asks: asks(section) });
}

export const sayAdded: Change<number> = async (_, request, count, section) => {
  const asked = asks(section) ? 'added-asked' : 'added-unasked';
  const to = telling(officePaths.subscribers, text(request, 'how') === 'agreed' ? 'added' : asked);
  return { to, did: `added ${ui.counted(count, 'subscriber')} from a list` };
};

export const removeAll = async (request: Request, { store }: Section) =>
  removeAddresses(store, (await readAddresses(text(request, 'addresses'))).rows);

export const sayRemoved: Change<number> = async (_, __, count) => ({
  to: telling(officePaths.subscribers, 'removed'),
  did: `removed ${ui.counted(count, 'subscriber')} by a list`,
});

const Box = () => (
  <ui.Form action={`${path}/check`} encType="multipart/form-data">
    <ui.MultilineField
      label="Addresses"
      name="addresses"
      rows={12}
      required
      hint="Paste a column, rows of a sheet or the “To” line of an email: at most 5,000. Nothing is changed yet."
    />
    <ui.Actions>
      <ui.Button isPrimary>Check</ui.Button>
      <ui.ButtonLink href={officePaths.subscribers}>Back</ui.ButtonLink>
    </ui.Actions>
  </ui.Form>
);

type CheckedProps = { typed: string; list: AddressList; sorted: Sorted; asks: boolean };

function Checked({ typed, list, sorted, asks }: CheckedProps) {
  const asking = asks
    ? 'They get nothing until they have confirmed. At most a hundred emails per hour are sent.'
    : 'They get nothing until they have confirmed. The server sends no email yet, so they will be asked later.';
  const choices = [
    {
      value: 'agreed',
      label: 'They agreed to get our newsletter',
      hint: 'Say where and when below. It is recorded with each of them.',
    },
    { value: 'ask', label: 'Ask each of them to confirm', hint: asking },
  ];
  const count = list.rows.length - sorted.twice.length;
  return (
    <>
      <p>{countWords(list, sorted)}</p>
      <p>As understood:</p>
      <ul>
        {list.rows.slice(0, 5).map(({ email, name }) => (
          <li key={email}>
            <ui.Values of={[name, email]} />
          </li>
        ))}
      </ul>
      {list.others.size > 0 && (
        <p>
          Not used: <ui.Values of={mostFrequent(list.others)} />
        </p>
      )}
      <ui.Form action={`${path}/add`} encType="multipart/form-data" keeps>
        <ui.Hidden values={{ addresses: typed }} />
        <ui.Radios legend="How did they agree?" name="how" choices={choices} chosen="ask" />
        <ui.Field label="Where and when they agreed" name="consent" maxLength={200} />
        <ui.Tick label="Everybody in this list may be written to" name="everybody" />
        <ui.Actions>
          <ui.Button isPrimary>Add {ui.people(sorted.fresh.length + sorted.waiting.length)}</ui.Button>
          <ui.ButtonLink href={path}>Back</ui.ButtonLink>
        </ui.Actions>
      </ui.Form>
      <ui.Form action={`${path}/remove`} encType="multipart/form-data" keeps>
        <ui.Hidden values={{ addresses: typed }} />
        <p>
          They said no elsewhere: those who are subscribed will be removed, and no list will add them again.
          Only they themselves can.
        </p>
        <ui.Button>Remove {ui.people(count)}</ui.Button>
      </ui.Form>
    </>
  );
}

/** Each row is in one count; those without an address are quoted. */
function countWords({ rows, without }: AddressList, sorted: Sorted): string {
  const quoted = without.slice(0, mostNamed).map((line) => `“${line}”`);
  const named = `${quoted.join(', ')}${without.length > mostNamed ? ', …' : ''}`;
  const parts: [count: number, words: string][] = [
    [sorted.fresh.length, 'new'],
    [sorted.reader.length, 'subscribed already'],
    [sorted.waiting.length, 'not confirmed yet'],
    [sorted.left.length, 'left us'],
    [sorted.twice.length, 'twice'],
    [without.length, `without an address (${named})`],
  ];
  const shown = parts.filter(([count], index) => count > 0 || index === 0);
  const words = shown.map(([count, words]) => `${count} ${words}`).join(', ');
  return `${ui.counted(rows.length + without.length, 'row')}: ${words}.`;
}

const mostFrequent = (others: AddressList['others']) =>
  [...others]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostOthers)
    .map(([cell, count]) => `${cell} (${count})`);
