import { isListed } from '#src/outbox/due.ts';
import { type About, acknowledge, draftFor, openRecord } from '#src/outbox/page/submit.ts';
import { isDelivered, isInForm, type Submission } from '#src/outbox/submission.ts';

import type { Accounts, Form, Page } from './model-accounts.ts';
import { numberIn } from './model-accounts.ts';
import type { Schedule } from './model-schedule.ts';
import { context, type World } from './model-world.ts';

/** What a page shows from the store, in its form and in the Outbox. */
export function createForms(world: World, schedule: Schedule, accounts: Accounts, about: About) {
  return { run, look, open };

  /** Runs the page's own code; the accounts note what the device refuses. */
  function run<T>({ actor }: Page, work: () => Promise<T>): Promise<T | 'refused'> {
    return context.run(actor.env(true), work).catch(() => 'refused' as const);
  }

  /** Renders the page from the store, as after each change and when it becomes visible. */
  async function look(page: Page): Promise<void> {
    await schedule.gate();
    if (!page.actor.isAlive() || !page.isVisible) return;
    const { form } = page;
    page.listed = [...world.disk.values()]
      .filter((record) => isListed(record, world.clock.now))
      .map(({ id }) => id);
    const own = form && world.disk.get(form.hold.id());
    const isSent = own && isDelivered(own) && (form?.phase === 'ended' || form?.hold.isSent(own));
    if (form?.phase === 'ended' || (form?.phase === 'edit' && isSent)) end(page, form, own);
    else if (form?.phase === 'edit' && own && form.hold.isNews(own) && isInForm(own)) show(form, own);
    for (const record of world.disk.values())
      if (record.state === 'sent' && record.id !== page.form?.hold.id()) tellSent(page, record);
  }

  function isHidden(record: Submission): boolean {
    return record.state === 'sending' && !isListed(record, world.clock.now);
  }

  function show(form: Form, record: Submission): void {
    form.hold.show(structuredClone(record));
    form.text = numberIn(record);
    form.texts.push(form.text);
    accounts.tellWhy(record);
  }

  function end(page: Page, form: Form, own: Submission | undefined): void {
    if (own?.state === 'sending') return;
    form.phase = 'edit';
    if (own === undefined) return;
    if (isDelivered(own)) tellSent(page, own);
    else if (own.state === 'refused') accounts.tellWhy(own);
    if (own.state === 'refused' && about.kind === 'subscribe' && numberIn(own) === form.text)
      void run(page, () => acknowledge(own));
    if (own.state !== 'typing' && (own.state !== 'refused' || about.kind === 'subscribe'))
      page.form = undefined;
    else if (form.hold.isNews(own)) show(form, own);
  }

  function tellSent(page: Page, record: Submission): void {
    accounts.about(accounts.textOf(record.id)).told.add('sent');
    void run(page, () => acknowledge(record));
  }

  async function open(page: Page, record?: Submission): Promise<void> {
    const hold = context.run(page.actor.env(true), () => openRecord(about));
    const before = [...world.disk.values()].filter(isHidden).map(({ id }) => id);
    const newest = record ?? (await run(page, () => draftFor(about, undefined)));
    if (page.form || newest === 'refused') return;
    page.form = { hold, text: 0, texts: [], phase: 'edit' };
    if (newest) show(page.form, newest);
    else if (
      about.kind === 'apply' &&
      [...world.disk.values()].some((one) => isHidden(one) && before.includes(one.id))
    )
      accounts.violations.push('a form opens empty while its application is on its way and listed nowhere');
  }
}
