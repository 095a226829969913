import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { vi } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { officePaths } from '#server/office/office-paths.ts';

import { progressIn } from './model-office.ts';
import { type Mortal, openMortal, type Server, startServer } from './model-server.ts';
import { drawIds, names, pass, readers, type Setting, sendDue, start } from './model-setting.ts';
import { createWorld, type Mail, minuteMs } from './model-world.ts';

/** A reply that somebody wrote. `isStopped`: it must not leave any more. */
export type Reply = {
  subject: string;
  name: string;
  to: string;
  isMass: boolean;
  isStopped: boolean;
};

/**
 * The newsletter: its page, its text as last saved. `mayStop`: somebody has stopped it, or a restore. `stoppedAt`: the
 * step after which nothing may begin to leave.
 */
type Letter = {
  path: string;
  version: number;
  text: string;
  isSent: boolean;
  isStopped: boolean;
  stoppedAt: number;
  mayStop: boolean;
};

export type Play = Awaited<ReturnType<typeof openPlay>>;

/** A copy of the setting with two servers, the office and a draft of a newsletter. Everything is gone after `close`. */
export async function openPlay({ office, copy, leave, secrets, cookies }: Setting) {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-model-'));
  vi.setSystemTime(start);
  drawIds(0);
  const config = await copy(folder);
  const world = createWorld();
  const servers: (Server | undefined)[] = [undefined, undefined];
  let desk: Mortal | undefined;
  let keys = 0;
  const play = {
    ...{ world, office, config, folder, leave },
    replies: [] as Reply[],
    letter: {
      path: '',
      version: 1,
      text: 'Text v1.',
      isSent: false,
      isStopped: false,
      stoppedAt: 0,
      mayStop: false,
    } as Letter,
    /** Addresses that have left, and the step at which they did. */
    gone: new Map<string, number>(),
    /** How often somebody asked for another email with this subject to this address. */
    agains: new Map<string, number>(),
    /** Ids of emails for which somebody pressed [Seen] or [Told by phone]. */
    seen: new Set<string>(),
    /** Subjects and addresses of replies that somebody had told by phone when they were sent again. */
    told: new Set<string>(),
    /** Who asked for a test of the present text. */
    testers: new Set<string>(),
    /** Emails and subjects that were waiting at a restore, unless somebody sends them again. */
    restored: undefined as { subjects: Set<string>; isExact: boolean } | undefined,
    copyAt: undefined as { file: string; subjects: Set<string>; letter: Letter } | undefined,
    secrets,
    count: 0,
    /** Of a form that was opened just now. */
    key(): string {
      keys += 1;
      return `key ${keys}`;
    },

    async server(number: number): Promise<Server> {
      const known = servers[number];
      if (known !== undefined && !known.isDead()) return known;
      await known?.kill();
      const next = await startServer(config, world);
      servers[number] = next;
      return next;
    },

    async killServers(): Promise<void> {
      for (const server of servers) await server?.kill();
      servers.fill(undefined);
    },

    /** The office's process; a new one if it has died or was closed. */
    async openDesk(): Promise<Mortal> {
      if (desk?.isDead() === false) return desk;
      await play.closeDesk();
      desk = await openMortal(config);
      office.use(desk.store);
      return desk;
    },

    async closeDesk(): Promise<void> {
      await desk?.close();
      desk = undefined;
    },

    /** Does it although the office's process dies after some statements: then it is done again on the next one. */
    async surely<T extends { statusCode: number }>(statements: number, act: () => Promise<T>): Promise<T> {
      desk?.dieAfter(statements);
      const first = await act();
      if (!desk?.isDead()) {
        desk?.dieAfter(Number.POSITIVE_INFINITY);
        return first;
      }
      world.story.push('  (the office dies meanwhile; pressed again)');
      await play.openDesk();
      return act();
    },

    progress: async () => progressIn(await office.get(play.letter.path)),

    again(subject: string, to: string): void {
      const key = `${subject} ${to}`;
      play.agains.set(key, (play.agains.get(key) ?? 0) + 1);
      play.restored?.subjects.delete(key);
    },

    async close(): Promise<void> {
      await play.killServers();
      await play.closeDesk();
      rmSync(folder, { recursive: true, force: true });
    },

    /** The office writes down what it knows of a stop by the servers. */
    async look(): Promise<void> {
      const { letter } = play;
      if (!letter.isSent || !world.isNews) return;
      world.isNews = false;
      const { isStopped, isDoubted, said } = await play.progress();
      const { policy, address, mostPolicy, isAnyAddress } = world.refused;
      const isMany = ({ size }: { size: number }, domains: Iterable<string> = []) =>
        size >= 10 || new Set(domains).size >= 3;
      if (!isStopped && world.jumps === 0 && (isMany(address) || isMany(policy, policy.values())))
        world.fail('the newsletter goes on although all is refused');
      const isReasonable = letter.mayStop || isAnyAddress || isMany(mostPolicy, mostPolicy.values());
      if (isStopped && !letter.isStopped && !isReasonable)
        world.fail('the newsletter was stopped for nothing');
      if (isDoubted && !isAnyAddress) world.fail('addresses are doubted for nothing');
      if (isStopped && !letter.isStopped && !letter.mayStop && !/Stopped \(5\d\d /.test(said))
        world.fail(`nobody knows why the newsletter was stopped: ${said}`);
      if (isStopped && !letter.isStopped) Object.assign(letter, { isStopped, stoppedAt: world.tick });
    },

    /** Sends what is due until everything has ended, in good weather. Dead addresses stay dead. */
    async settle(): Promise<void> {
      world.usual = 'accepts';
      world.channel = 'open';
      for (const [to, answer] of world.answers)
        if (answer !== 'dead' && answer !== 'left') world.answers.delete(to);
      await play.openDesk();
      for (let step = 0; step < 90 && world.wrong === ''; step += 1) {
        const isAny = await sendDue(await play.server(step % 2));
        await play.look();
        if (play.letter.isStopped) await play.resume(step % 2 === 1);
        else if (!isAny && (await play.isOver())) return;
        pass(world, step < 30 ? 5 * minuteMs : step < 70 ? 60 * minuteMs : 720 * minuteMs);
      }
      world.fail(`something waits for ever: ${await office.text(officePaths.home)}`);
    },

    async resume(isDead: boolean): Promise<void> {
      const { isDoubted, lines } = await play.progress();
      const areDead = isDoubted && isDead;
      if (!areDead)
        for (const [to, { words }] of lines)
          if (words.startsWith('was not accepted')) play.again('News 2', to);
      const { statusCode } = await office.press(`${play.letter.path}/${areDead ? 'dead' : 'continue'}`);
      if (statusCode !== 303) return;
      world.forgive();
      world.refused.isAnyAddress = false;
      for (const to of readers) play.restored?.subjects.delete(`News 2 ${to}`);
      Object.assign(play.letter, { isStopped: false, mayStop: false });
    },

    async isOver(): Promise<boolean> {
      return / 0 emails waiting/.test(await office.text(officePaths.home));
    },
  };

  world.onHandOver = (mail: Mail) => {
    const { letter, gone, restored } = play;
    const { subject, to, isBulk } = mail;
    if (isBulk && letter.isStopped && mail.begunAt > letter.stoppedAt)
      world.fail(`“${subject}” was handed over after Stop`);
    if (mail.begunAt > (gone.get(to) ?? Number.POSITIVE_INFINITY))
      world.fail(`${to} got “${subject}” after leaving`);
    const reply = play.replies.find((one) => one.subject === subject && one.to === to);
    if (reply?.isStopped) world.fail(`“${subject}” was handed over although it was stopped`);
    if (reply && !mail.body.includes(`Dear ${reply.name},`)) world.fail(`“${subject}” has another name`);
    if (isBulk) {
      world.bulk.push(world.now);
      if (!mail.body.includes(letter.text))
        world.fail('readers get a text that is not the one that was sent');
    }
    const recent = world.bulk.filter((at) => at > world.now - 30 * minuteMs);
    if (recent.length > 8 && world.jumps === 0) world.fail('more newsletters an hour than allowed');
    const agains = play.agains.get(`${subject} ${to}`) ?? 0;
    if (restored?.subjects.has(`${subject} ${to}`))
      world.fail(`“${subject}” to ${to} had waited at a restore`);
    const all = world.of(subject, to);
    const came = all.reduce((sum, { copies }) => sum + copies, 0);
    if ((isBulk || reply) && came > agains) world.fail(`“${subject}” comes to ${to} twice`);
    if (all.length > 1 && (isBulk || reply) && all.length > 1 + agains)
      world.fail(`${to} has too many of “${subject}”`);
    if (mail.copies > 2) world.fail(`“${subject}” comes to ${to} more than three times`);
  };

  await play.openDesk();
  office.enter(cookies);
  const saved = await office.press(officePaths.newsletter('new'), { subject: 'News 2', source: 'Text v1.' });
  play.letter.path = String(saved.headers.location).replace(/\?.*/, '');
  return play;
}

/** Makes a backup, and knows what existed then. */
export async function backUp(play: Play): Promise<void> {
  const file = join(play.folder, `copy-${play.world.tick}-${play.world.story.length}`);
  await runLine(play.config, 'backup', file);
  play.copyAt = { file, letter: { ...play.letter }, subjects: lettersOf(play) };
}

/** Everything that may be waiting, by subject and address. */
const lettersOf = ({ replies, letter }: Play) =>
  new Set([
    ...replies.map(({ subject, to }) => `${subject} ${to}`),
    ...(letter.isSent ? readers.map((to) => `News 2 ${to}`) : []),
    ...names.map((name) => `receipt ${name}`),
  ]);

/** A database ends connections a little later than they were closed. */
function isStillInUse(error: unknown): true {
  if (/Another program is using the store/.test(String(error))) return true;
  throw error;
}

/** Stops everything and puts the copy back. */
export async function restore(play: Play, isExact: boolean): Promise<void> {
  const { copyAt, world, office, letter } = play;
  if (copyAt === undefined) return;
  pass(world, minuteMs);
  await play.killServers();
  const waiting = isExact ? copyAt.subjects : lettersOf(play);
  await play.closeDesk();
  const words = ['restore', ...(isExact ? ['--exactly'] : []), copyAt.file];
  while (await runLine(play.config, ...words).then(() => false, isStillInUse)) await setTimeout(20);
  await play.openDesk();
  await office.signIn();
  world.down = undefined;
  // What is resumed or sent again is taken out.
  play.restored = { subjects: waiting, isExact: isExact || (play.restored?.isExact ?? false) };
  if (isExact)
    play.replies = play.replies.filter(({ subject, to }) => copyAt.subjects.has(`${subject} ${to}`));
  const page = await office.get(letter.path);
  const { isDraft, isStopped } = progressIn(page);
  if (isDraft) Object.assign(letter, copyAt.letter);
  play.testers.clear();
  Object.assign(letter, {
    isSent: page.statusCode === 200 && !isDraft,
    isStopped,
    stoppedAt: world.tick,
    mayStop: true,
  });
}
