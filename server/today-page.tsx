import { dayMs, workingDaysMs } from './lib/durations.ts';
import { spokenWeekday } from './lib/local-time.ts';
import { PasskeyOffer } from './office/access-page.tsx';
import { Actions, ButtonLink, Empty, Rows } from './office/components.tsx';
import { personOf, queryOf } from './office/form.ts';
import { mayEnter } from './office/frame.tsx';
import { officePaths } from './office/office-paths.ts';
import type { Read } from './office/open-section.ts';
import { passkeysOf } from './office/passkeys.ts';
import type { Role } from './office/people.ts';
import type { Line, Today, TodayOf } from './office/today.ts';

type Part = { role: Role; today?: TodayOf };
type Lines = NonNullable<Today['lines']>;

/** Lists what needs attention, what is coming up and what is unfinished, as each part says. */
export const showToday =
  (parts: Part[]): Read =>
  async (request, section) => {
    const person = personOf(request);
    const all: Today[] = [];
    for (const { role, today } of parts) if (today && mayEnter(person, role)) all.push(await today(section));
    const needs = inOrder(all.flatMap(({ lines = [] }) => lines));
    const more = all.map((part) => part.more).filter(Boolean);
    const ahead = all.flatMap((part) => part.coming ?? []).sort((one, other) => (one.at < other.at ? -1 : 1));
    const week = new Date(Date.now() + 7 * dayMs).toISOString();
    const coming = queryOf(request).has('all') ? ahead : ahead.filter(({ at }) => at <= week);
    const later = ahead.length - coming.length;
    const unfinished = all.flatMap((part) => part.unfinished ?? []);
    const server = all.find((part) => part.server)?.server;
    const body = (
      <>
        <h2>Needs your attention</h2>
        {needs.length + more.length > 0 ? lines(needs) : <Empty>Nothing needs your attention.</Empty>}
        {all.map((part) => part.more)}
        {ahead.length > 0 && <h2>Coming up</h2>} {lines(coming)}
        {later > 0 && (
          <p>
            <a href={`${officePaths.home}?all`}>{later} more</a>
          </p>
        )}
        {unfinished.length > 0 && <h2>Unfinished</h2>} {lines(unfinished)}
        <h2>Write</h2>
        <Actions>
          <ButtonLink href={officePaths.article('new')}>Article</ButtonLink>
          <ButtonLink href={officePaths.newsletter('new')}>Newsletter</ButtonLink>
          {person.role === 'all' && <ButtonLink href={officePaths.vacancy('new')}>Vacancy</ButtonLink>}
        </Actions>
        {server && (
          <section>
            <h2>The server</h2>
            <p>{server}</p>
          </section>
        )}
        {(await passkeysOf(section.store.db, person.id)).length === 0 && (
          <PasskeyOffer words="Next time, sign in without an email." />
        )}
      </>
    );
    return { title: 'Today', above: spokenWeekday(new Date()), body };
  };

/** First those who wait longest beyond what we promise; they get the button. */
function inOrder(needs: Lines): (Line & { first?: string })[] {
  const due = ({ waits }: Lines[number]) =>
    waits ? Date.parse(waits.since) + workingDaysMs(waits.days) : Number.POSITIVE_INFINITY;
  const sorted = needs.toSorted((one, other) => (due(one) < due(other) ? -1 : Number(due(one) > due(other))));
  return sorted.map(({ waits, ...line }, index) => ({
    ...line,
    ...(index === 0 && waits && { first: waits.first }),
  }));
}

/** The first number that is no part of a day or time. */
const firstCount = /(?<![\d:])\d+(?![\d:.]| [A-Z][a-z])/;

function withBoldNumber(text: string) {
  const [count = ''] = firstCount.exec(text) ?? [];
  const start = text.search(firstCount);
  if (start < 0) return text;
  return (
    <>
      {text.slice(0, start)}
      <strong>{count}</strong>
      {text.slice(start + count.length)}
    </>
  );
}

const lines = (all: (Line & { first?: string })[]) => (
  <Rows
    items={all.map(({ text, path, first }) => ({
      title: text,
      shown: withBoldNumber(text),
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
