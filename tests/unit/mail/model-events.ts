import { vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { deleteExpired } from '#server/retention.ts';

import { hiddenIn } from '../../service/office-scene.ts';
import { addressOf, historyIn, vacancy } from './model-office.ts';
import { backUp, type Play, restore } from './model-play.ts';
import { names, pass, readers, sendDue } from './model-setting.ts';
import { allAnswers, minuteMs } from './model-world.ts';

/** Returns a number below `most`; the same numbers for the same event. */
export type Roll = (most: number) => number;
type Act = (play: Play, roll: Roll) => Promise<unknown>;

const pick = <T>(roll: Roll, list: readonly T[]): T => {
  const one = list[roll(list.length)];
  if (one === undefined) throw new Error('nothing to pick');
  return one;
};

const clockJumpMs = 20 * 24 * 60 * minuteMs;
/** Mostly the office's process lives. */
const death = (roll: Roll) => (roll(4) === 0 ? 1 + roll(60) : Number.POSITIVE_INFINITY);

async function goOn(play: Play, number: number, steps: number): Promise<void> {
  const server = await play.server(number);
  for (let step = 0; step < steps && !server.isDead(); step += 1)
    if ((await server.advance()) === false && !server.isDead()) return;
}

/** What has not been handed over of mass answers to this person, or to all, must not leave. */
function stopMass(play: Play, name?: string): void {
  for (const reply of play.replies)
    if (
      reply.isMass &&
      (name ?? reply.name) === reply.name &&
      play.world.of(reply.subject, reply.to).length === 0
    )
      reply.isStopped = true;
}

/** Somebody of whom there is an application, with its path. */
async function applicant(play: Play, roll: Roll): Promise<[name: string, path: string] | undefined> {
  const all = [...(await play.office.applications())];
  return all.length === 0 ? undefined : pick(roll, all.sort());
}

async function write(
  play: Play,
  roll: Roll,
  by: 'boss' | 'colleague',
  given?: { name: string; path: string; seen: string },
) {
  const { office } = play;
  const one = given ? ([given.name, given.path] as const) : await applicant(play, roll);
  if (one === undefined) return undefined;
  const [name, path] = one;
  play.count += 1;
  const subject = `Answer ${play.count}`;
  const asks = pick(roll, ['', '', '1']);
  const after = pick(roll, asks ? ['', 'shortlisted'] : ['', 'shortlisted', 'closed']);
  const words = {
    subject,
    text: `Dear ${name}, come.`,
    after,
    asks,
    seen: given?.seen ?? (await office.seenOf(path)),
  };
  const check = await office.people[by].post(`${path}/answer/check`, words);
  const fields = hiddenIn(check, `${path}/answer`);
  const { statusCode } = await play.surely(death(roll), () =>
    office.people[by].post(`${path}/answer`, fields),
  );
  if (statusCode !== 303) return statusCode;
  stopMass(play, name);
  play.replies.push({ subject, name, to: addressOf(name), isMass: false, isStopped: false });
  return statusCode;
}

async function mark(play: Play, roll: Roll, ...states: string[]) {
  const one = await applicant(play, roll);
  if (one !== undefined) await markOne(play, one, ...states);
}

async function markOne(play: Play, [name, page]: [name: string, path: string], ...states: string[]) {
  const path = `${page}/state`;
  for (const state of states) {
    const fields = { ...hiddenIn(await play.office.get(page), path), state };
    if ((await play.office.press(path, fields)).statusCode === 303) stopMass(play, name);
  }
}

const leaveAs = (play: Play, address: string, status: number, { statusCode }: { statusCode: number }) => {
  if (statusCode === status) play.gone.set(address, play.world.tick);
};

export const events = {
  'a server goes on': (play, roll) => goOn(play, roll(2), 1 + roll(9)),
  'a server sends': async (play, roll) => sendDue(await play.server(roll(2))),
  'a server dies': async (play, roll) => (await play.server(roll(2))).kill(),
  async 'a server dies soon'(play, roll) {
    const number = roll(2);
    (await play.server(number)).dieAfter(1 + roll(25));
    await goOn(play, number, 12);
  },
  /** It comes back after its lease, when the other has sent all. */
  async 'a server freezes'(play, roll) {
    const number = roll(2);
    await goOn(play, number, 3 + roll(8));
    for (const _ of [1, 2]) {
      pass(play.world, 3 * minuteMs);
      await sendDue(await play.server(1 - number));
    }
    await goOn(play, number, 12);
  },
  'three minutes pass': async ({ world }) => pass(world, 3 * minuteMs),
  'ten minutes pass': async ({ world }) => pass(world, 10 * minuteMs),
  async 'a day passes'(play) {
    pass(play.world, 24 * 60 * minuteMs);
    await deleteExpired((await play.openDesk()).store, 365);
  },
  async 'the clock jumps ahead'({ world }) {
    if (world.jumps % 2 === 1) return;
    vi.setSystemTime(Date.now() + clockJumpMs);
    world.jumps += 1;
  },
  async 'the clock is set back'(play) {
    if (play.world.jumps % 2 === 0) return;
    vi.setSystemTime(Date.now() - clockJumpMs);
    play.world.jumps += 1;
  },
  async 'mail servers change'({ world }, roll) {
    world.usual = pick(roll, ['accepts', ...allAnswers]);
  },
  async 'a mailbox changes'({ world }, roll) {
    const all = roll(2) === 0 ? readers : names.map(addressOf);
    world.answers.set(pick(roll, all), pick(roll, allAnswers));
  },
  /** First some between others that do not, then all. */
  async 'mail servers refuse us'(play, roll) {
    for (let step = 0; step < 14; step += 1) {
      for (const [number, reader] of readers.entries())
        if (number % 3 === 0 || step > 8) play.world.answers.set(reader, 'unwanted');
      await sendDue(await play.server(roll(2)));
      pass(play.world, 5 * minuteMs);
      await play.look();
    }
  },
  async 'an applicant’s address is dead'({ world }, roll) {
    world.answers.set(addressOf(pick(roll, names)), 'dead');
  },
  async 'many addresses are dead'({ world }) {
    for (const [number, reader] of readers.entries()) if (number % 2 === 1) world.answers.set(reader, 'dead');
  },
  async 'a receipt gets no answer'(play, roll) {
    play.world.answers.set(addressOf('Faith'), 'deaf');
    await events['somebody applies'](play);
    for (const _ of Array(5)) {
      await sendDue(await play.server(roll(2)));
      pass(play.world, 60 * minuteMs);
    }
  },
  async 'our mail server changes'({ world }, roll) {
    world.channel = pick(roll, ['open', 'open', 'refuses', 'away']);
  },

  async 'a test'(play, roll) {
    const by = pick(roll, ['boss', 'colleague'] as const);
    const { statusCode } = await play.surely(death(roll), () =>
      play.office.people[by].post(`${play.letter.path}/test`, {
        key: play.key(),
      }),
    );
    if (statusCode === 303) play.testers.add(by);
  },
  async 'the draft is changed'(play) {
    const { letter, office } = play;
    play.count += 1;
    const text = `Text v${play.count + 1}.`;
    const fields = { subject: 'News 2', source: text, version: String(letter.version) };
    if ((await office.press(letter.path, fields)).statusCode !== 303) return;
    Object.assign(letter, { text, version: letter.version + 1 });
    play.testers.clear();
  },
  async 'send to all'(play, roll) {
    const { letter, office, world } = play;
    const fields = { version: String(letter.version), key: play.key() };
    const { statusCode } = await play.surely(death(roll), () => office.press(`${letter.path}/send`, fields));
    if (statusCode !== 303 || letter.isSent) return;
    const tests = ['boss', 'colleague'].flatMap((by) => world.of('News 2', `${by}@hcs.example`));
    if (!tests.some(({ copies, body }) => copies > 0 && body.includes(letter.text)))
      world.fail('goes to all, but nobody has received it as a test');
    if (play.restored?.isExact) for (const to of readers) play.again('News 2', to);
    for (const to of readers) play.restored?.subjects.delete(`News 2 ${to}`);
    world.forgive();
    letter.isSent = true;
  },
  async stop(play, roll) {
    const { letter, office, world } = play;
    const fields = { key: play.key() };
    const { headers } = await play.surely(death(roll), () => office.press(`${letter.path}/stop`, fields));
    if (String(headers.location).endsWith('=stopped'))
      Object.assign(letter, { isStopped: true, stoppedAt: world.tick, mayStop: true });
  },
  resume: (play, roll) => play.resume(roll(2) === 0),
  async 'send to those not reached'(play) {
    const { lines } = await play.progress();
    if ((await play.office.press(`${play.letter.path}/unreached`)).statusCode !== 303) return;
    for (const [to, { words }] of lines) if (words.startsWith('was not sent')) play.again('News 2', to);
    play.world.forgive();
  },
  async 'send again'(play, roll) {
    const { office } = play;
    const ways: { message: string; subject: string; to: string }[] = [];
    for (const [to, { message }] of (await play.progress()).lines)
      if (message) ways.push({ message, subject: 'News 2', to });
    const one = await applicant(play, roll);
    for (const { message, subject, said } of one ? historyIn(await office.get(one[1])) : [])
      if (one && message && said.includes('Send again'))
        ways.push({ message, subject: subject || 'receipt', to: subject ? addressOf(one[0]) : one[0] });
    if (ways.length === 0) return;
    const { message, subject, to } = pick(roll, ways);
    if ((await office.press(officePaths.again, { message })).statusCode !== 303) return;
    play.again(subject, to);
    if (play.seen.has(message)) play.told.add(`${subject} ${to}`);
    for (const reply of play.replies)
      if (reply.subject === subject && reply.to === to) reply.isStopped = false;
  },
  async seen(play) {
    const fields = hiddenIn(await play.office.get(officePaths.home), officePaths.seen);
    await play.office.press(officePaths.seen, fields);
    for (const id of (fields.messages ?? '').split(',')) play.seen.add(id);
  },

  'an answer': (play, roll) => write(play, roll, 'boss'),
  async 'two answers at once'(play, roll) {
    const one = await applicant(play, roll);
    if (one === undefined) return;
    const given = { name: one[0], path: one[1], seen: await play.office.seenOf(one[1]) };
    await write(play, roll, 'boss', given);
    if ((await write(play, roll, 'colleague', given)) === 303) play.world.fail('two answers crossed');
  },
  async 'the vacancy closes'(play, roll) {
    const { office } = play;
    play.count += 1;
    const subject = `Answer ${play.count}`;
    const check = await office.checkRest({ subject, text: 'Dear {name}, no.' }, roll(2) === 0);
    if (check === undefined) return;
    const fields = hiddenIn(check, `${vacancy}/close/answer`);
    const chosen = [...(await office.applications()).keys()].filter((name) =>
      check.body.includes(`<bdi>${name}</bdi>`),
    );
    const answer = await play.surely(death(roll), () => office.press(`${vacancy}/close/answer`, fields));
    if (answer.statusCode !== 303) return;
    if (chosen.length === 0) play.world.fail('a mass answer is for nobody');
    for (const name of chosen) {
      stopMass(play, name);
      play.replies.push({ subject, name, to: addressOf(name), isMass: true, isStopped: false });
    }
  },
  async 'the mass answer is stopped'(play) {
    if ((await play.office.press(`${vacancy}/stop`)).statusCode === 303) stopMass(play);
  },
  'somebody is shortlisted': (play, roll) => mark(play, roll, 'shortlisted'),
  'somebody is shortlisted by mistake': (play, roll) => mark(play, roll, 'shortlisted', 'read'),
  'somebody is only read': (play, roll) => mark(play, roll, 'read'),

  async 'somebody withdraws'(play, roll) {
    const name = pick(roll, names);
    const secret = play.secrets.get(name) ?? '';
    leaveAs(play, addressOf(name), 204, await play.surely(death(roll), () => play.office.withdraw(secret)));
  },
  async 'somebody is forgotten'(play, roll) {
    const one = await applicant(play, roll);
    if (one === undefined) return;
    const act = () => play.office.press(`${one[1]}/delete`, { all: '1' });
    leaveAs(play, addressOf(one[0]), 303, await play.surely(death(roll), act));
  },
  async 'somebody applies'(play) {
    if ((await play.office.apply('Faith')).statusCode === 201) play.gone.delete(addressOf('Faith'));
  },
  async 'somebody unsubscribes'(play, roll) {
    const reader = pick(roll, [...play.leave.keys()].sort());
    const act = () => play.office.open(play.leave.get(reader) ?? '');
    leaveAs(play, reader, 200, await play.surely(death(roll), act));
  },

  backup: backUp,
  restore: (play) => restore(play, false),
  'restore --exactly': (play) => restore(play, true),
} satisfies Record<string, Act>;

export type Event = keyof typeof events;
