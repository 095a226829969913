import { describe, expect, test } from 'vitest';

import { replyTo, setStatus } from '#server/hiring/applications.ts';
import { chosenOf, replyToRest, seenOfAll } from '#server/hiring/closing.ts';
import { closeVacancy, findVacancy, openSaved, openVacancy } from '#server/hiring/vacancies.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { honeypotField } from '#src/contract/response.ts';

import { openOffice, textIn } from './office-scene.ts';
import { answered, moveClock, stores } from './store.ts';

const events = ['reply', 'question', 'status', 'closing', 'reopening'] as const;
type Event = (typeof events)[number];

/** All orders in which a vacancy is reopened after it was closed. */
const orders = permutations([...events]).filter(
  (order) => order.indexOf('closing') < order.indexOf('reopening'),
);

const firsts = ['reply', 'question', 'status', 'closing'] satisfies Event[];

function permutations<T>(items: T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((one) => one !== item)).map((rest) => [item, ...rest]),
  );
}

type Application = {
  state: string;
  answer: 'none' | 'asked' | 'answered';
  isBot: boolean;
  note: string | null;
};
type Person = { name: string; applications: Application[]; emails: string[] };

const applied = (isBot: boolean): Application => ({ state: 'received', answer: 'none', isBot, note: null });
const isOpen = ({ state }: Application) => state !== 'closed';
const waits = (one: Application) => isOpen(one) && !one.isBot && one.answer !== 'answered';

/** What must be true afterwards, told by the rules and not by the code. The reply and the press concern the newest application. */
function happen(event: Event, people: Person[]): void {
  for (const { applications, emails } of people) {
    const [newest] = applications;
    if (newest === undefined) continue;
    const write = (covered: Application[], what: string, answer: 'asked' | 'answered', state?: string) => {
      emails.push(what);
      for (const one of covered) {
        const isNew = one.state === 'received' || (one.state === 'closed' && answer === 'asked');
        const least = isNew ? 'read' : one.state;
        Object.assign(one, { state: state ?? least, answer, isBot: false, note: what });
      }
    };
    const covered = applications.filter((one) => one === newest || isOpen(one));
    if (event === 'reply') write(covered, 'reply', 'answered');
    if (event === 'question') write(covered, 'question', 'asked');
    if (event === 'status') {
      if (newest.state !== 'shortlisted') newest.note = null;
      Object.assign(newest, { state: 'shortlisted', isBot: false });
    }
    if (event !== 'closing') continue;
    const own = applications.filter((one) => isOpen(one) && !one.isBot);
    const isTicked = own.some(waits) && !own.some(({ state }) => state === 'shortlisted');
    if (own.length === 0)
      for (const one of applications.filter(isOpen)) Object.assign(one, { state: 'closed', note: null });
    else if (isTicked) write(applications.filter(isOpen), 'closing', 'answered', 'closed');
  }
}

describe.each(stores)('on $name', ({ newStore }) => {
  test.each(firsts)(
    'of three people (once, twice, flagged) Today, list, export and their own page say the same in each order that begins with %s',
    async (first) => {
      const scene = await openOffice({
        ...(await newStore()),
        SAMPLE_CONTENT: '0',
        RATE_LIMIT_MAX: '100000',
        SMTP_URL: 'smtp://127.0.0.1:9',
      });
      const { boss, store } = scene;
      const { id } = await store.db.selectFrom('people').select('id').executeTakeFirstOrThrow();
      const writer = { id, email: 'boss@hcs.example' };
      const onToday: [order: string, name: string, count: number][] = [];
      for (const [number, order] of orders.filter((one) => one[0] === first).entries()) {
        const job = `job-${number}`;
        const name = `Job ${number}.`;
        const text = {
          id: job,
          name,
          type: 'any',
          lead: null,
          location: null,
          salary: null,
          source: 'Text',
          closesAt: null,
        };
        await store.write((trx) => openVacancy(trx, text));
        const secrets = new Map<string, string[]>();
        const newestOf = new Map<string, string>();
        for (const [person, isBot] of [
          ['Once', false],
          ['Twice', false],
          ['Twice', false],
          ['Flagged', true],
        ] as const) {
          const sent = {
            job,
            name: person,
            email: `${person}@example.com`,
            description: `${job} ${newestOf.get(person)}`,
          };
          moveClock(1000);
          const answer = await answered(
            201,
            scene.apply({ ...sent, ...(isBot && { [honeypotField]: 'filled' }) }),
          );
          secrets.set(person, [answer.json<{ secret: string }>().secret, ...(secrets.get(person) ?? [])]);
          const rows = store.db.selectFrom('applications').select('id').where('job', '=', job);
          const newest = await rows
            .where('name', '=', person)
            .orderBy('created_at', 'desc')
            .executeTakeFirstOrThrow();
          newestOf.set(person, newest.id);
        }
        const people: Person[] = ['Once', 'Twice', 'Flagged'].map((name) => ({
          name,
          applications: (secrets.get(name) ?? []).map(() => applied(name === 'Flagged')),
          emails: [],
        }));
        for (const event of order) {
          happen(event, people);
          moveClock(1000);
          await store.write(async (trx) => {
            if (event === 'reopening') {
              return openSaved(trx, job, (await findVacancy(trx, job))?.version ?? 0);
            }
            if (event === 'closing') {
              const choice = {
                groups: ['received', 'read', 'asked', 'bots'] as ('read' | 'bots')[],
                named: [],
              };
              const all = await chosenOf(trx, job, choice);
              const counted = { count: all.chosen.length, seen: seenOfAll(all) };
              const words = { subject: 'S', text: 'closing' };
              await replyToRest(trx, { job, vacancy: name, ...choice, ...counted, ...words }, writer);
              // Until then, the next event would take it back.
              await trx.updateTable('messages').set({ state: 'sent' }).execute();
              return closeVacancy(trx, job);
            }
            for (const target of newestOf.values()) {
              const asks = event === 'question';
              if (event === 'status') await setStatus(trx, target, 'shortlisted', id);
              else await replyTo(trx, [target], { subject: 'S', text: event }, '', writer, { asks });
            }
          });
        }
        // Their own page, the list and the export, at the end.
        const rows = await store.db
          .selectFrom('applications')
          .selectAll()
          .where('job', '=', job)
          .orderBy('created_at', 'desc')
          .execute();
        const csv = (await boss.post(officePaths.applicationsCsv, { job })).body.replace(/^.*\r\n/, '');
        for (const { name, applications, emails } of people) {
          const own = rows.filter((row) => row.name === name);
          const told = own.map((row) => ({
            state: row.state,
            answer: row.answered_at ? 'answered' : row.asked_at ? 'asked' : 'none',
            isBot: row.flagged === 1,
            note: row.message_to_applicant,
          }));
          expect(told, `${order}: ${name}`).toEqual(applications);
          const sent = store.db
            .selectFrom('replies')
            .select(['text', 'message'])
            .distinct()
            .where(
              'application',
              'in',
              own.map((row) => row.id),
            );
          expect((await sent.execute()).map(({ text }) => text).sort(), `${order}: ${name}`).toEqual(
            [...emails].sort(),
          );
          for (const [index, secret] of (secrets.get(name) ?? []).entries()) {
            const { payload } = (await scene.read('application', { 'application-secret': secret })).json();
            const { state, note = null } = payload;
            expect([state, note], `${order}: ${name}`).toEqual([
              applications[index]?.state,
              applications[index]?.note,
            ]);
          }
        }
        const bots = people.flatMap(({ applications }) => applications).filter((one) => one.isBot);
        const list = textIn(await boss.get(`${officePaths.applications}?tab=all&job=${job}`));
        expect(list.match(/possible bot/g) ?? [], `${order}`).toHaveLength(bots.length);
        const all = people.flatMap(({ applications }) => applications);
        for (const answer of ['answered', 'asked'] as const)
          expect(list.match(new RegExp(`· ${answer} `, 'g')) ?? [], `${order}`).toHaveLength(
            all.filter((one) => one.answer === answer).length,
          );
        for (const state of ['received', 'read', 'shortlisted', 'closed'])
          expect(csv.match(new RegExp(`"?${state}"?,`, 'g')) ?? [], `${order}`).toHaveLength(
            all.filter((one) => one.state === state).length,
          );
        // Today tells only of closed vacancies.
        await store.write((trx) => closeVacancy(trx, job).catch(() => {}));
        const count = people.filter(({ applications }) => applications.some(waits)).length;
        onToday.push([order.join(), name, count]);
        const form = textIn(await boss.get(`${officePaths.vacancy(job)}/close`));
        const groups = [...form.matchAll(/(?:New|Read|Asked, not answered yet|Shortlisted) \((\d+)\)/g)];
        expect(
          groups.reduce((sum, [, number]) => sum + Number(number), 0),
          `${order}`,
        ).toBe(count);
      }
      expect(onToday.length).toBeGreaterThan(10);
      const home = textIn(await boss.get(officePaths.home));
      for (const [order, name, count] of onToday) {
        const line = `${count === 1 ? '1 applicant still has' : `${count} applicants still have`} no answer.`;
        if (count > 0) expect(home, order).toContain(`${name} is closed. ${line}`);
        else expect(home, order).not.toContain(`${name} is closed.`);
      }
    },
  );
});
