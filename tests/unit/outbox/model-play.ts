import fc from 'fast-check';
import { subscribe } from 'valtio/vanilla';

import { fileRemoved } from '#src/outbox/attachments.ts';
import { deliver, endPreparing, sendNow } from '#src/outbox/deliver.ts';
import { isListed, untilChange } from '#src/outbox/due.ts';
import { acknowledge } from '#src/outbox/page/actions.ts';
import type { Preparation } from '#src/outbox/page/form-files.ts';
import { type FormRecord, openRecord } from '#src/outbox/page/form-record.ts';
import type { About } from '#src/outbox/page/held-form.ts';
import { submissions } from '#src/outbox/page/submissions.ts';
import { deleted, edited, placeOf, type Submission } from '#src/outbox/submission.ts';

import { createSchedule, type Mishap } from './model-schedule.ts';
import { partBytes, weathers } from './model-server.ts';
import { type Actor, context, createWorld, numberIn } from './model-world.ts';

const dayMs = 86_400_000;

const names = [
  ...(['apply', 'apply', 'apply', 'apply', 'apply', 'open', 'type', 'choose', 'submit', 'submit'] as const),
  ...(['wake', 'wake', 'wake', 'wake', 'sync', 'wait', 'wait', 'send now', 'edit', 'delete'] as const),
  ...(['remove', 'remove', 'remove here', 'withdrawn', 'restored', 'escape', 'close icon'] as const),
  ...(['empty', 'another mount', 'choose slowly', 'choose damaged', 'send without', 'edit in form'] as const),
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
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** `ends`: of the forms that show its record. `posted`: a text that the device did not store, while it is posted. */
type Page = { actor: Actor; record: FormRecord; ends: (() => void)[]; posted: number };

const about: About = { kind: 'apply', job: 'fitter', about: 'Fitter' };
const complete = {
  first_name: 'A',
  last_name: 'B',
  mobile: '0977 123 456',
  description: 'C',
  profile: 'https://a.example',
};
const fieldsOf = (text: number) => ({ ...complete, email: `${text}@example.com` });

export async function play(order: number, steps: Step[], fault?: string): Promise<void> {
  const schedule = createSchedule(order);
  const world = createWorld(schedule, fault);
  const { disk, server } = world;
  submissions.untold = [];
  let texts = 0;
  const newPage = (): Page => {
    const actor = world.createActor();
    const record = context.run(actor.env, () => openRecord(about));
    actor.env.tell = (lost) => {
      if (textIn(page) !== numberIn(lost) || page.ends.length === 0) world.tell(lost);
      submissions.untold = [...submissions.untold, lost];
    };
    const page: Page = { actor, record, ends: [], posted: 0 };
    subscribe(record.shown, () => void look(page));
    return page;
  };
  const pages = [newPage(), newPage()] as const;
  world.onChange(() => {
    for (const page of pages) void look(page);
  });

  /** The text that a form shows. */
  function textIn({ record }: Page): number {
    return numberIn(record.shown.view.record);
  }
  const run = <T>({ actor }: Page, work: () => Promise<T>): Promise<T | undefined> =>
    context.run(actor.env, work).catch(() => undefined);
  const wake = ({ env, attach }: Actor) => context.run(env, () => deliver(env, attach)).catch(() => true);

  /** As the form and the note do after each change. */
  async function look(page: Page): Promise<void> {
    await schedule.gate();
    if (!page.actor.isAlive()) return;
    const { told } = page.record.shown.view;
    if (told && page.ends.length > 0) {
      page.record.toldIt();
      world.tell(told.record);
      submissions.untold = submissions.untold.filter(({ id }) => id !== told.record.id);
      if (told.isStored) void run(page, () => acknowledge(told.record));
      if (told.record.state !== 'refused') unmount(page);
    }
    const own = page.ends.length > 0 ? page.record.shown.view.record.id : '';
    for (const record of disk.values())
      if (['sent', 'gone'].includes(record.state) && record.id !== own) {
        world.tell(record);
        void run(page, () => acknowledge(record));
      }
  }

  function mount(page: Page, asked?: string): void {
    context.run(page.actor.env, () => {
      page.ends.push(page.record.mount());
      page.record.open(asked, () => ({}));
    });
  }

  function unmount(page: Page): void {
    for (const end of page.ends.splice(0)) end();
  }

  async function submit(page: Page): Promise<void> {
    const text = textIn(page);
    if (text === 0 || !page.record.shown.isOpen || page.record.shown.view.doing !== 'idle') return;
    world.about(text).isSubmitted = true;
    page.posted = text;
    // A second press is nothing.
    const first = run(page, () => page.record.submit(fieldsOf(text)));
    void run(page, () => page.record.submit(fieldsOf(text)));
    await first;
    page.posted = 0;
  }

  /** What a page that ends or a form that closes held alone. */
  function leave(page: Page): void {
    const { told } = page.record.shown.view;
    for (const text of [textIn(page), page.posted, told ? numberIn(told.record) : 0])
      if (![...disk.values()].some(({ id }) => world.textOf.get(id) === text))
        world.about(text).isOver = true;
  }

  function close(page: Page): void {
    leave(page);
    page.actor.kill();
    unmount(page);
    Object.assign(page, newPage());
  }

  /** The form's own icon or button. What nobody has posted, and no form shows any more, must never be sent. */
  async function discard(page: Page, work: () => Promise<unknown>): Promise<void> {
    const text = textIn(page);
    if (text === 0 || page.record.shown.view.doing === 'sending') return;
    world.about(text).isOver = true;
    await run(page, work);
    const isLeft = [...disk.values()].some(({ id }) => world.textOf.get(id) === text);
    const isShown = pages.some((one) => textIn(one) === text || one.posted === text);
    if (!isLeft && !isShown && page.actor.isAlive()) world.about(text).isDiscarded = !world.posted.has(text);
  }

  function press(page: Page, which: number, type: Action['type']): void {
    const all = [...disk.values()].filter(
      (one) => isListed(one, world.clock.now) || placeOf(one) === 'there',
    );
    const record = structuredClone(all[which % Math.max(1, all.length)]);
    if (record === undefined || (page.ends.length > 0 && record.id === page.record.shown.view.record.id))
      return;
    const text = world.textOf.get(record.id) ?? 0;
    const { store } = page.actor.env;
    const change = (next: (one: Submission) => Submission | undefined) =>
      void run(page, () => store.change(record.id, (latest) => latest && next(latest)));
    if (type === 'send now') void run(page, () => sendNow(page.actor.env, record.id));
    else if (type === 'send without') void run(page, () => endPreparing(page.actor.env, record.id));
    else if (type === 'edit' || type === 'edit in form')
      void run(page, async () => {
        await store.change(record.id, (one) => one && (fault === 'Edit' ? one : edited(one)));
        const { state } = disk.get(record.id) ?? {};
        if (state === (fault === 'Edit' ? 'waiting' : 'refused')) world.edited.add(record.id);
        if (type === 'edit in form') mount(page, record.id);
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

  /** Chooses a photo, which is drawn in `size` steps. */
  function choose(page: Page, size: number, isDamaged: boolean): void {
    const sha256 = `${textIn(page)}-${Math.floor(schedule.random() * 1e6)}`;
    const start = { name: '', size: (size - 1) * partBytes + 1, type: '', state: 'here', parts: 0 } as const;
    const bytes = Array.from({ length: size }, () => new ArrayBuffer(1));
    const draw = async ({ signal, renew, attach }: Preparation) => {
      for (let steps = 0; steps < size; steps += 1) {
        await renew();
        await schedule.gate();
      }
      if (signal.aborted) return '';
      if (isDamaged) return 'It is damaged.';
      await attach((all) => [...all, { sha256, ...start }], { [sha256]: bytes }).catch(() => undefined);
      return '';
    };
    void run(page, () => page.record.prepare(draw));
  }

  /** Opens the form, types, chooses a file and submits. */
  async function apply(next: Action): Promise<void> {
    const choosing = next.size > 1 ? (['choose slowly'] as const) : [];
    for (const type of ['open', 'type', ...choosing, 'submit'] as const) await perform({ ...next, type });
  }

  async function perform(next: Action): Promise<void> {
    if (next.type === 'apply') await apply(next);
    else await act(next);
  }

  async function act({ type, page: index, which, size, seconds, days }: Action): Promise<void> {
    await schedule.gate();
    const page = pages[index];
    if (!page.actor.isAlive()) close(page);
    const { shown } = page.record;
    const isEditing = page.ends.length > 0 && shown.isOpen && shown.view.doing === 'idle';
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
    } else if (type === 'open' && page.ends.length === 0) {
      mount(page);
      for (let gates = 0; gates < 40 && !shown.isOpen; gates += 1) await schedule.gate();
    } else if (type === 'another mount' && page.ends.length > 0) mount(page);
    else if (type === 'type' && isEditing) {
      world.about(textIn(page)).isOver = true;
      texts += 1;
      await run(page, () => page.record.type(fieldsOf(texts)));
    } else if (type === 'choose slowly' || type === 'choose damaged') {
      if (isEditing) choose(page, size, type === 'choose damaged');
    } else if (type === 'submit' && page.ends.length > 0) await submit(page);
    else if (type === 'escape' && !shown.view.isOnlyCopy) {
      leave(page);
      unmount(page);
    } else if (type === 'close icon' && page.ends.length > 0) {
      const ending = discard(page, page.record.close);
      unmount(page);
      await ending;
    } else if (type === 'empty' && page.ends.length > 0) await discard(page, page.record.empty);
    else if (type === 'send without' && shown.view.doing === 'preparing')
      await run(page, page.record.sendWithout);
    else press(page, which, type);
  }

  function check(isEnd: boolean): void {
    const inForms = pages.flatMap((page) => [textIn(page), page.posted]);
    const found = world.findViolations(inForms, isEnd);
    if (found.length > 0) throw new Error(found.join());
  }

  for (const { actions, weather, mishaps } of steps) {
    server.arrive();
    server.setWeather(weather);
    schedule.plan(mishaps);
    const typing = [...disk.values()].filter(({ state }) => state === 'typing');
    for (const one of actions) void perform(one);
    await schedule.untilQuiet();
    for (const page of pages) if (!page.actor.isAlive()) close(page);
    const left = typing.filter(({ id }) => disk.has(id)).length;
    if (actions.length === 1 && actions[0]?.type === 'empty' && left > 0 && left < typing.length)
      throw new Error('a form is emptied in part');
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

export const property = (fault?: string) =>
  fc.asyncProperty(
    fc.nat(),
    fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }),
    async (order, steps) => play(order, steps, fault),
  );
