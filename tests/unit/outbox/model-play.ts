import type { Kind } from '#src/contract/kinds.ts';
import { attachPart } from '#src/outbox/attach.ts';
import { deliver, sendNow } from '#src/outbox/deliver.ts';
import { isListed, untilChange } from '#src/outbox/due.ts';
import { deleted, type Submission } from '#src/outbox/submission.ts';

import type { Accounts, Form, Page } from './model-accounts.ts';
import { numberIn } from './model-accounts.ts';
import { createForms } from './model-forms.ts';
import type { Schedule } from './model-schedule.ts';
import type { Action, Step } from './model-steps.ts';
import { context, type World } from './model-world.ts';

const fieldsOf = (text: number) => ({ email: String(text) });

/** Plays the steps on two pages and a worker. `kind`: the kind of all forms in this play. */
export function createPlay(world: World, schedule: Schedule, accounts: Accounts, kind: Kind) {
  const about = { kind, job: 'fitter', about: 'Fitter' };
  const newPage = (): Page => ({
    actor: world.createActor(true),
    isVisible: true,
    form: undefined,
    listed: [],
    sending: [],
    onShow: undefined,
  });
  const pages = [newPage(), newPage()] as const;
  let texts = 0;
  const { run, look, open } = createForms(world, schedule, accounts, about);
  world.onChange(() => {
    for (const page of pages) void look(page);
  });

  function type(page: Page, form: Form, isBack: boolean, isBad: boolean): void {
    const earlier = isBack ? form.texts[0] : undefined;
    if (earlier === form.text) return;
    if (earlier === undefined) texts += 1;
    const text = earlier ?? texts;
    accounts.type(text, form.text, isBad);
    form.text = text;
    form.texts.push(text);
    void run(page, () => form.hold.type(fieldsOf(text)));
  }

  async function submit(page: Page, form: Form): Promise<void> {
    const { text } = form;
    form.phase = 'sending';
    page.sending.push(text);
    await attempt(page, form, text);
    page.sending = page.sending.filter((one) => one !== text);
  }

  async function attempt(page: Page, form: Form, text: number): Promise<void> {
    const isWatched = () => page.form === form && page.isVisible;
    const ended = await run(page, () => form.hold.submit(fieldsOf(text), isWatched));
    if (ended !== 'refused' && ended.isStored) {
      form.phase = 'ended';
      return look(page);
    }
    if (!page.isVisible) await new Promise<void>((shown) => (page.onShow = shown));
    if (ended === 'refused') return;
    if (ended.record?.state === 'sent') {
      accounts.about(text).told.add('sent');
      accounts.about(text).isUnwritten = true;
      if (page.form === form) page.form = undefined;
      return;
    }
    accounts.about(text).told.add('not kept');
    if (ended.record?.why?.reason === 'refused') accounts.about(text).told.add('refused');
    form.phase = 'edit';
    page.form = form;
  }

  /** "Empty this form": each draft that it could show next is deleted. */
  async function empty(page: Page, form: Form): Promise<void> {
    const drafts = () => [...world.disk.values()].filter(({ state }) => state === 'typing');
    const left = drafts().map(numberIn);
    accounts.drop(form.text);
    accounts.emptying.add(page.actor);
    Object.assign(form, { text: 0, texts: [] });
    const emptied = run(page, form.hold.empty);
    form.hold.clear();
    const isRefused = (await emptied) === 'refused';
    accounts.emptying.delete(page.actor);
    for (const text of isRefused ? [] : drafts().map(numberIn))
      if (left.includes(text) && !accounts.about(text).isAgain)
        accounts.violations.push(`text ${text} is still stored after its form was emptied`);
  }

  function kill(page: Page): void {
    accounts.onEnd(page);
    page.actor.kill();
    Object.assign(page, newPage());
    void look(page);
  }

  /** The page wakes up: it sends due records and renders its list. */
  async function wake(page: Page): Promise<void> {
    await run(page, () => deliver(page.actor.env(false), attachPart));
    await look(page);
  }

  function press(page: Page, which: number, name: 'send now' | 'edit' | 'delete'): void {
    const listed = [...world.disk.values()].filter(
      (record) => isListed(record, world.clock.now) && record.id !== page.form?.hold.id(),
    );
    const record = structuredClone(listed[which % listed.length]);
    if (record === undefined) return;
    const outbox = page.actor.env(true);
    const remove = (latest: Submission | undefined) => {
      if (latest && deleted(latest) === undefined) accounts.drop(numberIn(latest));
      return latest && deleted(latest);
    };
    if (name === 'send now') void run(page, () => sendNow(outbox, record.id));
    else if (name === 'delete') void run(page, () => outbox.store.change(record.id, remove));
    else if (record.state === 'refused' && !page.form) void open(page, record);
  }

  async function perform(action: Action): Promise<void> {
    await schedule.gate();
    const page = pages[action.page];
    if (!page.actor.isAlive()) kill(page);
    const { form } = page;
    const isEditing = page.isVisible && form?.phase === 'edit';
    if (action.type === 'show') {
      page.isVisible = true;
      page.onShow?.();
      await look(page);
      await wake(page);
    } else if (action.type === 'reload') {
      kill(page);
      await open(page);
      await wake(page);
    } else if (action.type === 'hide') page.isVisible = false;
    else if (action.type === 'close tab') kill(page);
    else if (action.type === 'sync') await world.fireSync();
    else if (action.type === 'set clock') {
      world.clock.now += action.days * 86_400_000;
      world.clock.setAt = world.clock.trueTime;
    } else if (!page.isVisible) return;
    else if (action.type === 'open' && !form) await open(page);
    else if (action.type === 'type' && isEditing) type(page, form, action.isBack, action.isBad);
    else if (action.type === 'submit' && isEditing && form.text > 0) await submit(page, form);
    else if (action.type === 'escape') page.form = undefined;
    else if (action.type === 'close icon' && form) {
      page.form = undefined;
      if (!isEditing) return;
      accounts.drop(form.text);
      await run(page, form.hold.discard);
    } else if (action.type === 'empty' && isEditing) await empty(page, form);
    else if (action.type === 'delete everything') {
      await run(page, async () => context.getStore()?.store.clear());
      // The other pages reload a moment later.
      for (const one of pages) kill(one);
    } else if (action.type === 'send now' || action.type === 'edit' || action.type === 'delete')
      press(page, action.which, action.type);
  }

  async function wait(seconds: number): Promise<void> {
    for (let left = seconds * 1000; left > 0; ) {
      const waits = [...world.disk.values()].map((record) => untilChange(record, world.clock.now));
      const pause = Math.min(left, Math.max(1_000, Math.min(...waits)));
      schedule.pass(pause);
      left -= pause;
      if (Math.min(...waits) <= pause) for (const page of pages) if (page.actor.isAlive()) void wake(page);
      await schedule.untilQuiet();
    }
  }

  return {
    pages,
    async play(step: Step): Promise<void> {
      world.server.setWeather(step.weather);
      world.server.arrive();
      schedule.plan(step.mishaps);
      if (step.type === 'act') for (const action of step.actions) void perform(action);
      else if (step.type === 'wait') await wait(step.seconds);
      else if (step.type === 'away') {
        for (const page of pages) kill(page);
        schedule.pass(step.days * 86_400_000);
      } else world.device.isFull = step.type === 'storage full';
      await schedule.untilQuiet();
    },
  };
}
