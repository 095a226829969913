import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { deliver, sendNow } from '#src/outbox/deliver.ts';
import { isListed, untilChange } from '#src/outbox/due.ts';
import { fileRemoved } from '#src/outbox/files.ts';
import { acknowledge } from '#src/outbox/page/actions.ts';
import { type About, type FormRecord, openRecord } from '#src/outbox/page/submit.ts';
import type { SentFile } from '#src/outbox/sent-file.ts';
import { contentOf, deleted, edited, placeOf, type Submission } from '#src/outbox/submission.ts';

import { createSchedule, type Mishap } from './model-schedule.ts';
import { partBytes, weathers } from './model-server.ts';
import { type Actor, context, createWorld, currentOutbox, numberIn } from './model-world.ts';
import { replacePageOutbox } from './page-outbox.ts';

const dayMs = 86_400_000;

const names = [
  ...(['apply', 'apply', 'apply', 'apply', 'apply', 'open', 'type', 'choose', 'submit', 'submit'] as const),
  ...(['wake', 'wake', 'wake', 'wake', 'sync', 'wait', 'wait', 'send now', 'edit', 'delete'] as const),
  ...(['remove', 'remove', 'remove here', 'withdrawn', 'restored', 'escape', 'close icon'] as const),
  ...(['empty', 'undo'] as const),
  ...(['close tab', 'set clock', 'delete everything', 'fill', 'free', 'free'] as const),
];

const action = fc.record({
  type: fc.constantFrom(...names),
  page: fc.constantFrom<0 | 1>(0, 1),
  which: fc.nat({ max: 3 }),
  size: fc.integer({ min: 1, max: 3 }),
  seconds: fc.nat({ max: 300 }),
  days: fc.integer({ min: -30, max: 3 }),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** The actions in one step overlap. */
const step = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  weather: fc.array(fc.constantFrom(...weathers, 'ok', 'ok', 'lost', 'cut'), { maxLength: 8 }),
  mishaps: fc.array(
    fc.record({ call: fc.nat({ max: 25 }), mishap: fc.constantFrom<Mishap>('refuse', 'kill', 'kill after') }),
    { maxLength: 2 },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** `isOpen`: its form. `sending`: texts whose Submit has not ended. */
type Page = { actor: Actor; record: FormRecord; isOpen: boolean; text: number; sending: number[] };

const about: About = { kind: 'apply', job: 'fitter', about: 'Fitter' };

async function play(order: number, steps: Step[], fault?: string): Promise<void> {
  const schedule = createSchedule(order);
  const world = createWorld(schedule, fault);
  const { disk, server } = world;
  let texts = 0;
  const newPage = (): Page => {
    const actor = world.createActor();
    const record = context.run(actor.env, () => openRecord(about));
    const page: Page = { actor, record, isOpen: false, text: 0, sending: [] };
    actor.env.tell = (lost) => {
      if (page.isOpen && lost.id === record.view.id) tell(page, lost);
      else world.tell(lost);
    };
    return page;
  };
  const pages = [newPage(), newPage()] as const;
  world.onChange(() => {
    for (const page of pages) void look(page);
  });

  const run = <T>({ actor }: Page, work: () => Promise<T>): Promise<T | undefined> =>
    context.run(actor.env, work).catch(() => undefined);
  const wake = ({ env, attach }: Actor) => context.run(env, () => deliver(env, attach)).catch(() => true);

  function show(page: Page, next?: Parameters<FormRecord['show']>[0]): void {
    page.record.show(next && structuredClone(next));
    page.text = next ? numberIn(next) : 0;
  }

  const showRecord = (page: Page, record: Submission) => show(page, { id: record.id, ...contentOf(record) });

  function tell(page: Page, record: Submission): void {
    world.tell(record);
    if (record.state === 'refused') return;
    show(page);
    page.isOpen = false;
    if (disk.has(record.id)) void run(page, () => acknowledge(record));
  }

  /** As the form and the note do after each change. */
  async function look(page: Page): Promise<void> {
    await schedule.gate();
    if (!page.actor.isAlive()) return;
    const own = page.isOpen && page.sending.length === 0 ? disk.get(page.record.view.id) : undefined;
    const news = own && page.record.news(own);
    if (own && news === 'show') showRecord(page, own);
    else if (own && news === 'tell') tell(page, own);
    for (const record of disk.values())
      if (['sent', 'gone'].includes(record.state) && !(page.isOpen && record.id === page.record.view.id)) {
        world.tell(record);
        void run(page, () => acknowledge(record));
      }
  }

  async function submit(page: Page): Promise<void> {
    const { text } = page;
    world.about(text).isSubmitted = true;
    page.sending.push(text);
    await run(page, () => page.record.submit({ email: `${text}` }, () => page.isOpen));
    page.sending = page.sending.filter((one) => one !== text);
    await look(page);
  }

  /** What a page that ends or a form that closes held alone. */
  function leave(page: Page): void {
    const isStored = [...disk.values()].some(({ id }) => world.textOf.get(id) === page.text);
    if (!isStored) for (const text of [page.text, ...page.sending]) world.about(text).isOver = true;
  }

  function close(page: Page): void {
    leave(page);
    page.actor.kill();
    Object.assign(page, newPage());
  }

  function press(page: Page, which: number, type: Action['type']): void {
    const all = [...disk.values()].filter(
      (one) => isListed(one, world.clock.now) || placeOf(one) === 'there',
    );
    const record = structuredClone(all[which % Math.max(1, all.length)]);
    if (record === undefined || (page.isOpen && record.id === page.record.view.id)) return;
    const text = world.textOf.get(record.id) ?? 0;
    const { store } = page.actor.env;
    const change = (next: (one: Submission) => Submission | undefined) =>
      void run(page, () => store.change(record.id, (latest) => latest && next(latest)));
    if (type === 'send now') void run(page, () => sendNow(page.actor.env, record.id));
    else if (type === 'edit')
      void run(page, async () => {
        await store.change(record.id, (one) => one && (fault === 'Edit' ? one : edited(one)));
        const { state } = disk.get(record.id) ?? {};
        if (state === (fault === 'Edit' ? 'waiting' : 'refused')) world.edited.add(record.id);
      });
    else if (type === 'remove') change((one) => fileRemoved(one, record.files?.[0]?.sha256 ?? ''));
    else if (type === 'remove here') change((one) => (one.state === 'followed' ? undefined : one));
    else if (type === 'delete')
      change((one) => {
        if (deleted(one) === undefined) world.about(text).isOver = true;
        return deleted(one);
      });
    else server.end(text, type === 'restored' ? 'restored' : 'withdrawn');
  }

  async function choose(page: Page, size: number): Promise<void> {
    const sha256 = `${page.text}-${Math.floor(schedule.random() * 1e6)}`;
    const file: SentFile = {
      sha256,
      name: '',
      size: (size - 1) * partBytes + 1,
      type: '',
      state: 'here',
      parts: 0,
    };
    const bytes = Array.from({ length: size }, () => new ArrayBuffer(1));
    await run(page, () => page.record.attach((all) => [...all, file], { [sha256]: bytes }));
  }

  /** Opens the form, types, chooses a file and submits. */
  async function apply(next: Action): Promise<void> {
    for (const type of ['open', 'type', ...(next.size > 1 ? (['choose'] as const) : []), 'submit'] as const)
      await perform({ ...next, type });
  }

  async function perform(next: Action): Promise<void> {
    if (next.type === 'apply') await apply(next);
    else await act(next);
  }

  async function act({ type, page: index, which, size, seconds, days }: Action): Promise<void> {
    await schedule.gate();
    const page = pages[index];
    if (!page.actor.isAlive()) close(page);
    const isEditing = page.isOpen && page.sending.length === 0 && !isSending(disk.get(page.record.view.id));
    if (type === 'wake') await wake(page.actor);
    else if (type === 'sync') await wake(world.createActor(true));
    else if (type === 'wait') schedule.pass(seconds * 1_000);
    else if (type === 'fill' || type === 'free') world.device.isFull = type === 'fill';
    else if (type === 'set clock') {
      if (days === -30) schedule.breakClock();
      else if (days === 3) schedule.mendClock();
      else world.clock.now += days * dayMs;
      world.clock.setAt = world.clock.trueTime;
    } else if (type === 'close tab') close(page);
    else if (type === 'delete everything') {
      for (const one of pages) if (one !== page) close(one);
      await run(page, () => page.actor.env.store.clear());
      close(page);
    } else if (type === 'open' && !page.isOpen) {
      const next = await run(page, () => page.record.read(undefined));
      if (page.isOpen) return;
      page.isOpen = true;
      show(page, next);
    } else if (type === 'type' && isEditing) {
      world.about(page.text).isOver = true;
      texts += 1;
      page.text = texts;
      await run(page, () => page.record.type({ email: `${page.text}` }));
    } else if (type === 'choose' && isEditing && page.text > 0) await choose(page, size);
    else if (type === 'submit' && isEditing && page.text > 0) await submit(page);
    else if (type === 'escape') {
      if (page.isOpen && page.sending.length === 0) leave(page);
      page.isOpen = false;
      await run(page, page.record.leave);
    } else if (type === 'close icon' && isEditing) {
      world.about(page.text).isOver = true;
      page.isOpen = false;
      const ending = run(page, page.record.discard);
      show(page);
      await ending;
    } else if (type === 'empty' && isEditing) {
      world.about(page.text).isOver = true;
      page.text = 0;
      await run(page, page.record.empty);
    } else if (type === 'undo' && isEmptied(disk.get(page.record.view.id))) {
      const restored = await run(page, page.record.undo);
      if (restored && page.isOpen) showRecord(page, restored);
    } else press(page, which, type);
  }

  const isSending = (record?: Submission) => record?.state === 'sending';
  const isEmptied = (record?: Submission) => record?.state === 'emptied';

  function check(isEnd: boolean): void {
    const inForms = pages.flatMap(({ text, sending }) => [text, ...sending]);
    const found = world.findViolations(inForms, isEnd);
    if (found.length > 0) throw new Error(found.join());
  }

  for (const { actions, weather, mishaps } of steps) {
    server.arrive();
    server.setWeather(weather);
    schedule.plan(mishaps);
    for (const one of actions) void perform(one);
    await schedule.untilQuiet();
    for (const page of pages) if (!page.actor.isAlive()) close(page);
    check(false);
  }
  world.device.isFull = false;
  schedule.mendClock();
  server.setWeather([]);
  schedule.plan([]);
  for (let rounds = 0; rounds < 12; rounds += 1) {
    const waits = [...disk.values()].map((record) => untilChange(record, world.clock.now));
    schedule.pass(Math.min(dayMs, Math.max(60_000, ...waits.filter(Number.isFinite))));
    void wake(rounds % 2 === 0 ? pages[0].actor : world.createActor(true));
    await schedule.untilQuiet();
  }
  check(true);
}

const property = (fault?: string) =>
  fc.asyncProperty(
    fc.nat(),
    fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }),
    async (order, steps) => play(order, steps, fault),
  );

const options = {
  numRuns: Number(process.env.OUTBOX_RUNS ?? 2_000),
  seed: Number(process.env.OUTBOX_SEED ?? 1),
};

function prepare(): void {
  replacePageOutbox(currentOutbox);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
}

test('nothing is lost, stored twice or told wrongly', async () => {
  prepare();
  await fc.assert(property(), { ...options, endOnFailure: true });
}, 1_800_000);

test.each([
  ['a key is not looked up', 'a text is stored twice'],
  ['a repeat is stored after a deletion', 'a text is stored twice'],
  ['lease', 'something is sent by two at a time'],
  ['bytes', 'bytes are left without a record'],
  ['deletion', 'no arrow leads from none'],
  ['clock', 'something was held back'],
  ['Edit', 'a text is sent while it is edited'],
  ['404', 'told gone, and still there'],
])('the model notices a fault: %s', async (fault, rule) => {
  prepare();
  const { failed, errorInstance } = await fc.check(property(fault), { ...options, endOnFailure: true });
  expect(failed).toBe(true);
  expect(String(errorInstance)).toContain(rule);
});
