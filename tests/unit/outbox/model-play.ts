import { changeEntry, deleteEntry, forgetReceipts } from '#src/outbox/change.ts';
import type { OutboxEntry } from '#src/outbox/entry.ts';
import { flush, flushInTurn, sendNow } from '#src/outbox/flush.ts';
import { whenFree } from '#src/outbox/locks.ts';
import { isDue, isTooOld, timeUntilDue } from '#src/outbox/retry.ts';

import { newSubmission, type Submission, submissionOf } from './model-accounts.ts';
import { sendForm } from './model-form.ts';
import type { Schedule } from './model-schedule.ts';
import type { Action, Press, Step } from './model-steps.ts';
import type { Actor, World } from './model-world.ts';

const aDay = 24 * 3_600_000;

/** Plays the steps on two pages and a worker, and keeps account of what the visitor was told. */
export function createPlay(world: World, schedule: Schedule, clockOff = 0) {
  const submissions: Submission[] = [];
  const pages: (Actor | undefined)[] = [];
  let worker = world.createActor(false);
  let isClockRight = clockOff === 0;
  world.clock.now += clockOff * aDay;

  /** The visitor takes this page up; a closed or dead one is opened anew. */
  function pageAt(at: number): Actor {
    const page = pages[at];
    if (page !== undefined && !page.isDead()) {
      page.setVisible(true);
      return page;
    }
    const opened = world.createActor();
    pages[at] = opened;
    void opened.act(look(opened, true));
    return opened;
  }

  /** As `outbox-triggers.ts` does: at the start and at each sign of a connection, or when the time has come. */
  async function look(page: Actor, eager: boolean): Promise<void> {
    const env = page.env(eager ? 'sign' : 'time');
    env.announce();
    const entries = await env.store.list();
    if (entries.some((entry) => isDue(entry, env.now(), eager))) await flushInTurn(env, eager);
  }

  async function submit({ page, kind, closesAfter }: Extract<Action, { type: 'submit' }>): Promise<void> {
    const submission = newSubmission(submissions.length);
    submissions.push(submission);
    const actor = pageAt(page);
    // Not awaited: while the page is put away nothing is told.
    void sendForm(world, actor, kind, submission);
    if (closesAfter !== null) await close(submission, actor, closesAfter);
  }

  async function close(submission: Submission, page: Actor, after: number): Promise<void> {
    for (let gates = 0; gates < after; gates += 1) await schedule.gate();
    // A page that dies leaves the draft of its open form behind.
    if (!page.isDead()) submission.isOpen = false;
  }

  /** The visitor presses a button of an entry that the outbox of this page lists. */
  async function press(action: Press): Promise<void> {
    const actor = pageAt(action.page);
    const env = actor.env('press');
    const entries = [...world.disk.entries.values()];
    const entry = entries[action.which % Math.max(1, entries.length)];
    if (entry === undefined) return;
    const submission = submissionOf(entry, submissions);
    submission.isPressed = true;
    if (action.type === 'send now') {
      submission.isRisked ||= isTooOld(entry, env.now());
      world.watch.onPress(entry.id);
      await actor.act(sendNow(env, entry.id));
    } else if (action.type === 'delete') {
      await actor.act(deleteEntry(env, entry.id));
      submission.isDeleted ||= ![...world.disk.entries.values()].some(({ about }) => about === entry.about);
    } else if (entry.problem !== undefined) await edit(actor, entry, submission);
  }

  async function edit(actor: Actor, entry: OutboxEntry, { emails }: Submission): Promise<void> {
    const email = `again-${entry.payload.email}`;
    emails.push(email);
    const env = actor.env('press');
    const id = await actor.act(changeEntry(env, entry, { ...entry.payload, email }));
    if (id !== undefined && id !== 'killed' && id !== 'failed') await actor.act(sendNow(env, id));
  }

  /** As a browser does: it asks again after a sync that failed or was cut short, and never after one that did not. */
  async function backgroundSync(): Promise<void> {
    if (!world.device.syncWanted) return;
    world.device.syncWanted = false;
    if (worker.isDead()) worker = world.createActor(false);
    const unsent = await worker.act(flush(worker.env('sign'), true, whenFree));
    if (unsent !== 0) world.device.syncWanted = true;
  }

  function setClock(days: number): void {
    isClockRight = !isClockRight;
    world.clock.now = isClockRight ? world.clock.trueTime : world.clock.trueTime + days * aDay;
    world.watch.onClockSet();
    // Whoever sets a clock uses the device: the next visit is near.
    world.device.syncWanted = true;
  }

  async function perform(action: Action): Promise<void> {
    await schedule.gate();
    if (action.type === 'submit') await submit(action);
    else if (action.type === 'background sync') await backgroundSync();
    else if (action.type === 'set clock') setClock(action.days);
    else if (action.type === 'close tab') pages[action.page]?.kill();
    else if (action.type === 'put away') pages[action.page]?.setVisible(false);
    else if (action.type === 'look') {
      const page = pageAt(action.page);
      await page.act(look(page, true));
    } else if (action.type === 'dismiss receipts') {
      const seen = [...world.disk.receipts.values()];
      await pageAt(action.page).act(
        forgetReceipts(
          pageAt(action.page).env('press'),
          seen.map(({ id }) => id),
        ),
      );
      for (const submission of submissions)
        if (seen.some(({ about }) => about === submission.about)) submission.told = 'sent';
    } else if ('which' in action) await press(action);
  }

  function pass(milliseconds: number): void {
    world.clock.now += milliseconds;
    world.clock.trueTime += milliseconds;
  }

  /** Time goes by while the pages are open, and their timers run. */
  async function wait(seconds: number): Promise<void> {
    const open = pages.filter((page): page is Actor => page?.isDead() === false);
    for (let left = seconds * 1000; left > 0; ) {
      const reading = Promise.all(open.map(untilNext));
      await schedule.untilQuiet();
      const waits = await reading;
      const pause = Math.min(left, ...waits);
      pass(pause);
      left -= pause;
      for (const [at, page] of open.entries())
        if ((waits[at] ?? 0) <= pause) void page.act(look(page, false));
      await schedule.untilQuiet();
    }
  }

  /** As this page's timer is set. */
  async function untilNext(page: Actor): Promise<number> {
    const entries = await page.env('time').store.list();
    return Math.max(1_000, Math.min(...entries.map((entry) => timeUntilDue(entry, world.clock.now))));
  }

  return {
    submissions,
    pages,

    async play(step: Step): Promise<void> {
      world.server.setWeather('weather' in step ? step.weather : []);
      schedule.plan(step.type === 'act' ? step.mishaps : []);
      if (step.type === 'act') {
        const playing = Promise.all(step.actions.map(perform));
        await schedule.untilQuiet();
        await playing;
      } else if (step.type === 'wait') await wait(step.seconds);
      else if (step.type === 'away') {
        for (const page of pages) page?.kill();
        pass(step.days * aDay);
      } else if (step.type.startsWith('storage')) world.device.storageFull = step.type === 'storage full';
      else world.refuseLocks(step.type === 'locks refused');
    },
  };
}
