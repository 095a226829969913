import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { seeded } from '../../kit/seeded.ts';
import { newDatabase, temporaryFolder } from '../../service/store.ts';
import { type Event, events, type Roll } from './model-events.ts';
import { judge } from './model-judge.ts';
import { openPlay } from './model-play.ts';
import { makeSetting, type Setting } from './model-setting.ts';

type Step = { event: Event; number: number };

function rolls(seed: number): Roll {
  const random = seeded(seed);
  return (most) => (random() * 2 ** 32) % most;
}

const always: Event[] = [
  'a server goes on',
  'a server goes on',
  'a server sends',
  'a server sends',
  'three minutes pass',
  'ten minutes pass',
];
const sent: Event[] = ['a test', 'a server sends', 'send to all', 'a server sends'];

/** What happens before, and what else happens often. */
const scenes: [begin: Event[], often: Event[]][] = [
  [sent, ['a server dies', 'a server dies soon', 'a server freezes', 'mail servers change']],
  [
    sent,
    [
      'mail servers change',
      'mail servers change',
      'a mailbox changes',
      'resume',
      'mail servers refuse us',
      'mail servers refuse us',
      'many addresses are dead',
      'a day passes',
      'send again',
    ],
  ],
  [
    [...sent, 'ten minutes pass', 'a server goes on', 'stop', 'a server sends'],
    ['stop', 'resume', 'stop', 'resume', 'a mailbox changes', 'somebody unsubscribes', 'a server dies soon'],
  ],
  [
    sent,
    ['our mail server changes', 'our mail server changes', 'an answer', 'stop', 'resume', 'ten minutes pass'],
  ],
  [
    ['an applicant’s address is dead', 'an answer', 'the vacancy closes', 'an answer'],
    [
      'an answer',
      'the mass answer is stopped',
      'somebody is shortlisted',
      'a mailbox changes',
      'two answers at once',
      'send again',
      'seen',
      'a server dies soon',
    ],
  ],
  [
    ['the vacancy closes', 'somebody is shortlisted', 'ten minutes pass'],
    [
      'somebody withdraws',
      'somebody is forgotten',
      'somebody applies',
      'a receipt gets no answer',
      'a mailbox changes',
      'mail servers change',
      'send again',
      'a server dies soon',
    ],
  ],
  [
    [...sent, 'an answer'],
    ['backup', 'restore', 'an answer', 'a mailbox changes', 'a server dies soon', 'resume', 'send again'],
  ],
  [
    ['a test'],
    [
      'a test',
      'the draft is changed',
      'send to all',
      'a server dies soon',
      'our mail server changes',
      'backup',
      'restore --exactly',
    ],
  ],
  [
    ['an answer', ...sent],
    [
      'mail servers change',
      'a day passes',
      'a day passes',
      'send again',
      'seen',
      'send to those not reached',
      'resume',
    ],
  ],
  [
    sent,
    [
      'the clock jumps ahead',
      'a server freezes',
      'the clock is set back',
      'a mailbox changes',
      'an answer',
      'a server dies soon',
    ],
  ],
];

function orderOf(seed: number): Step[] {
  const roll = rolls(seed);
  const [begin, often] = scenes[seed % scenes.length] ?? [[], []];
  const drawn = Array.from({ length: 24 + roll(16) }, (): Event => {
    const from = roll(2) === 0 ? always : often;
    return from[roll(from.length)] ?? 'a server sends';
  });
  return [...begin, ...drawn, 'the clock is set back' as const].map((event) => ({
    event,
    number: roll(2 ** 31),
  }));
}

/** Plays an order until a rule is broken. */
async function playOrder(setting: Setting, order: Step[]) {
  const play = await openPlay(setting);
  const { world } = play;
  try {
    for (const { event, number } of order) {
      world.story.push(event);
      await events[event](play, rolls(number));
      await play.look();
      if (world.wrong !== '') break;
    }
    if (world.wrong === '') world.story.push('everything settles');
    if (world.wrong === '') await play.settle();
    if (world.wrong === '') await judge(play);
  } finally {
    await play.close();
  }
  return { wrong: world.wrong, story: world.story };
}

/** Leaves out events as long as something is still wrong. */
async function shorten(setting: Setting, order: Step[]) {
  let short = order;
  let found = await playOrder(setting, short);
  const end = performance.now() + 30_000;
  for (const step of order.toReversed()) {
    if (performance.now() > end) break;
    const less = short.filter((one) => one !== step);
    const again = await playOrder(setting, less);
    if (again.wrong === '') continue;
    short = less;
    found = again;
  }
  return found;
}

const isFull = process.env.TEST_TIER === 'full';
const seeds = Array.from({ length: isFull ? 200 : 20 }, (_, index) => index);
const places = isFull ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

describe.each(places)('on %s', (place) => {
  let setting: Setting;
  const ends: (() => void | PromiseLike<void>)[] = [];
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const url = place === 'PostgreSQL' ? await newDatabase() : undefined;
    setting = await makeSetting(
      temporaryFolder((work) => ends.push(work)),
      url,
    );
  });
  afterAll(async () => {
    await setting.office.close();
    for (const end of ends) await end();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test.each(seeds)('order %i: nobody twice, nobody without a line', async (seed) => {
    const { wrong } = await playOrder(setting, orderOf(seed));
    if (wrong === '') return;
    const { wrong: found, story } = await shorten(setting, orderOf(seed));
    expect.fail(`seed ${seed}: ${wrong}; with fewer events: ${found || wrong}\n${story.join('\n')}`);
  });
});
