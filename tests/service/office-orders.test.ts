import { describe, expect, test } from 'vitest';

import { apply, replyTo, sayMassAnswer, setStatus } from '#server/applicants/applications.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { recordEnd } from '#server/replies/replies.ts';
import type { Trx } from '#server/store/schema.ts';
import { secretFor } from '#server/store/secrets.ts';
import { type Choice, chosenOf, closeAnswered, replyToRest, untouched } from '#server/vacancies/closing.ts';
import { closeVacancy, findVacancy, openSaved, openVacancy } from '#server/vacancies/vacancies.ts';

import { openOffice, writer } from './office-scene.ts';
import { moveClock, stores } from './store.ts';

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

/** Name, mailbox, whether what happens concerns it. Oldest first. */
const applicants = [
  { name: 'Ada Banda', mailbox: 'ada', isMeant: true },
  // Two mailboxes of one name.
  { name: 'Ada Banda', mailbox: 'other', isMeant: false },
  // Two names of one mailbox.
  { name: 'Ruth Phiri', mailbox: 'family', isMeant: true },
  { name: 'Isaac Phiri', mailbox: 'family', isMeant: false },
  { name: 'Twice', mailbox: 'twice', isMeant: false },
  { name: 'Twice', mailbox: 'twice', isMeant: true },
  { name: 'Joseph', mailbox: 'joseph', isMeant: false },
];

type Application = (typeof applicants)[number] & {
  state: string;
  /** The last reply to it, its number among all, and that of the last one that answers. */
  said: 'nothing' | 'asked' | 'answered';
  at: number;
  answeredAt: number;
  note: string | undefined;
};

const isWithAnother = (one: Application, all: Application[]) =>
  all.some(
    (other) =>
      other !== one && other.mailbox === one.mailbox && other.name === one.name && other.answeredAt > one.at,
  );

/** Told by the rules and not by the code. */
function standingOf(one: Application, all: Application[]): string {
  if (one.state === 'closed') return 'closed';
  if (isWithAnother(one, all)) return 'answered with another';
  if (one.said !== 'nothing') return one.said;
  return one.state === 'received' ? 'new' : one.state;
}

const waits = ['new', 'read', 'shortlisted', 'asked'];

const tabs: Record<string, string> = { closed: 'Closed', shortlisted: 'Shortlisted', read: 'Read' };

/** The tab of the list in which the application is. */
function tabOf({ state, standing }: { state: string; standing: string }): string {
  return tabs[state] ?? (standing === 'new' ? 'New' : 'Read');
}

function mark(one: Application, state: string): void {
  if (one.state !== state) Object.assign(one, { state, note: undefined });
}

/** What must be true afterwards. */
function happen(event: Event, all: Application[], number: number, emails: string[]): void {
  const say = (one: Application, what: string, said: 'asked' | 'answered') =>
    Object.assign(one, {
      ...{ said, at: number, note: what },
      ...(said === 'answered' && { answeredAt: number }),
    });
  for (const one of all.filter(({ isMeant }) => isMeant)) {
    if (event === 'reply' || event === 'question') {
      emails.push(`${event} ${one.name}`);
      if (one.state === 'received' || (one.state === 'closed' && event === 'question')) mark(one, 'read');
      say(one, event, event === 'reply' ? 'answered' : 'asked');
    }
    if (event === 'status') mark(one, 'shortlisted');
  }
  if (event !== 'closing') return;
  const before = new Map(all.map((one) => [one, standingOf(one, all)]));
  for (const [one, standing] of before) if (standing === 'answered with another') mark(one, 'closed');
  const open = all.filter((one) => !['closed', 'answered with another'].includes(before.get(one) ?? ''));
  const isUntouched = ({ mailbox }: Application) =>
    all
      .filter((one) => one.mailbox === mailbox)
      .every((one) => one.said === 'nothing' && one.state !== 'shortlisted');
  const recipients = open.filter(isUntouched);
  for (const one of recipients) {
    mark(one, 'closed');
    say(one, event, 'answered');
  }
  const people = new Set(recipients.map(({ name, mailbox }) => `${name} ${mailbox}`));
  emails.push(...[...people].map((person) => `closing ${person.replace(/ \w+$/, '')}`));
}

async function close(trx: Trx, job: string): Promise<void> {
  const choice: Choice = { to: [untouched] };
  const { people, seen } = await chosenOf(trx, job, choice);
  const words = { subject: 'S', text: 'closing' };
  await replyToRest(trx, { job, vacancy: job, ...choice, count: people.length, seen, ...words }, writer);
  await closeAnswered(trx, job);
  await closeVacancy(trx, job);
}

/** As if all that waits had been sent. */
async function sendAll(trx: Trx): Promise<void> {
  const sent = trx.updateTable('messages').set({ state: 'sent' }).where('kind', '=', 'reply');
  const emails = await sent.where('state', '=', 'waiting').returning('id').execute();
  for (const { id } of emails) await recordEnd(trx, id, sayMassAnswer);
}

describe.each(stores)('on $name', ({ newStore }) => {
  test.each(firsts)(
    'page, list, tabs, export, Today, the applicant’s page and the command line say the same in each order that begins with %s',
    async (first) => {
      const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
      const { boss, store } = scene;
      const expected: { order: string; name: string; waiting: number; rows: object[] }[] = [];
      for (const [index, order] of orders.filter((one) => one[0] === first).entries()) {
        const job = `job-${index}`;
        const name = `Job ${index}.`;
        const blank = { type: 'any', lead: null, location: null, salary: null, closesAt: null };
        await store.write((trx) => openVacancy(trx, { ...blank, id: job, name, source: 'Text' }));
        const all: (Application & { secret: string; id: string })[] = [];
        for (const [number, one] of applicants.entries()) {
          moveClock(1000);
          const email = `${one.mailbox}@example.com`;
          const text = { name: one.name, email, mobile: '', profile: '', description: `${number}`, job };
          const request = { key: `${job} ${number}`, fingerprint: `${job} ${number}` };
          const mail = { smtpUrl: null, notifyTo: [], receiptsPerDay: 0 };
          const given = {
            mail,
            mayStore: async () => {},
            mayHaveReceipt: async () => true,
          };
          const { id } = await store.write((trx) => apply(trx, text, request, given));
          const secret = await secretFor(store.db, id);
          const fresh = {
            state: 'received',
            said: 'nothing',
            at: -1,
            answeredAt: -1,
            note: undefined,
          } as const;
          all.push({ ...one, ...fresh, secret, id });
        }
        const emails: string[] = [];
        for (const [number, event] of order.entries()) {
          const meant = all.filter(({ isMeant }) => isMeant).map(({ id }) => id);
          happen(event, all, number, emails);
          moveClock(1000);
          await store.write(async (trx): Promise<void> => {
            if (event === 'closing') return close(trx, job);
            if (event === 'reopening')
              return openSaved(trx, job, (await findVacancy(trx, job))?.version ?? 0);
            for (const id of meant)
              if (event === 'status') await setStatus(trx, id, 'shortlisted');
              else
                await replyTo(trx, id, { subject: 'S', text: event }, '', writer, {
                  asks: event === 'question',
                });
          });
          await store.write(sendAll);
        }
        const replies = store.db
          .selectFrom('replies')
          .innerJoin('applications', 'applications.id', 'replies.application')
          .select(['text', 'message', 'applications.name'])
          .distinct()
          .where('job', '=', job);
        const written = (await replies.execute()).map(({ text, name }) => `${text} ${name}`);
        expect(written.sort(), `${order}`).toEqual(emails.sort());
        for (const { secret, state, note, name } of all) {
          const { payload } = (await scene.read('application', { 'application-secret': secret })).json();
          expect([payload.state, payload.note], `${order}: ${name}`).toEqual([state, note]);
        }
        const list = await scene.textOf(`${officePaths.applications}?tab=all&job=${job}`);
        const rows = all.map((one) => ({ id: one.id, state: one.state, standing: standingOf(one, all) }));
        for (const tab of ['New', 'Read', 'Shortlisted', 'Closed']) {
          const count = rows.filter((row) => tabOf(row) === tab).length;
          expect(list, `${order}`).toMatch(new RegExp(`${tab} ${count}(?!\\d)`));
        }
        const withAnother = rows.filter(({ standing }) => standing === 'answered with another');
        expect(list.match(/answered with another of theirs/g) ?? [], `${order}`).toHaveLength(
          withAnother.length,
        );
        // Today tells only of closed vacancies.
        await store.write((trx) => closeVacancy(trx, job).catch(() => {}));
        const waiting = new Set(
          all
            .filter((one) => waits.includes(standingOf(one, all)))
            .map((one) => `${one.name} ${one.mailbox}`),
        );
        expected.push({ order: `${order}`, name, waiting: waiting.size, rows });
      }
      expect(expected.length).toBeGreaterThan(10);
      const home = await scene.textOf(officePaths.home);
      const csv = (await boss.post(officePaths.applicationsCsv)).body;
      const command = JSON.parse(await scene.command('applications', '--json')) as { id: string }[];
      for (const { order, name, waiting, rows } of expected) {
        const still = waiting === 1 ? '1 applicant still has' : `${waiting} applicants still have`;
        if (waiting > 0) expect(home, order).toContain(`${name} is closed. ${still} no answer.`);
        else expect(home, order).not.toContain(`${name} is closed.`);
        for (const row of rows as { id: string; state: string; standing: string }[]) {
          expect(
            command.find(({ id }) => id === row.id),
            order,
          ).toMatchObject(row);
          expect(
            csv.split('\r\n').find((line) => line.includes(row.id)),
            order,
          ).toContain(row.standing);
        }
      }
    },
  );
});
