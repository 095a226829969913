import {
  type FormEvent,
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { proxy } from 'valtio/vanilla';
import { navigate, useHistoryState } from 'wouter/use-browser-location';

import { type About, draftFor, formOf, noteTold, openRecord, readRecord } from '#src/api/submit.ts';
import { startOutbox } from '#src/api/triggers.ts';
import { outcomeWords, type Told } from '#src/content/outcomes.ts';
import type { Problem } from '#src/contract/validation.ts';
import { validate } from '#src/outbox/post.ts';
import { type Delivery, type Fields, hasText, type Submission, whyOf } from '#src/outbox/submission.ts';
import { openForms, submissions } from '#src/state/submissions.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { readTyped, writeTyped } from './typed-fields.ts';

/** From here, so that a form which writes a record offline has brought the list of them. */
export { OutboxControl } from './outbox-control.tsx';

/** What the device refused to store, by form: only this page knows, so it outlives the form. */
const unstored = proxy<Record<string, { id: string; fields: Fields; delivery: Delivery }>>({});

/** A form that views its record: the text, its state and why. `tell` says how a press on "Submit" ended. */
export function useSubmission(about: About, tell: (told: Told) => void) {
  const slot = about.kind + about.job;
  const form = useRef<HTMLFormElement>(null);
  const isReady = useRef(false);
  const [record] = useState(() => openRecord(about));
  const [id, setId] = useState(record.id);
  const shown = useProxyState(submissions).all.find((one) => one.id === id);
  const left = useProxyState(unstored)[slot];
  const asked: unknown = useHistoryState<{ record?: string } | null>()?.record;

  /** Shows that record, or begins a new one. */
  function show(next?: Pick<Submission, 'id' | 'fields'>, fields: Fields = next?.fields ?? {}): void {
    if (next) record.show(next);
    else record.clear();
    setId(record.id());
    if (form.current) writeTyped(form.current, fields);
  }

  function onInput(): void {
    if (form.current === null || !isReady.current) return;
    record
      .type(readTyped(form.current))
      .then(() => setId(record.id()))
      .catch(console.warn);
  }

  async function submit(_: Problem[], fields: Fields): Promise<Problem[]> {
    const checked = validate({ ...about, fields });
    if (!checked.ok) return checked.problems;
    delete unstored[slot];
    const delivery = await record.submit(fields, () => form.current !== null && isVisible());
    const latest = await readRecord(record.id()).catch(() => undefined);
    const told = toldOf(delivery, latest);
    setId(record.id());
    if (delivery && (delivery.type !== 'sent' || !form.current))
      unstored[slot] = { id: record.id(), fields, delivery };
    if (delivery && !form.current) navigate(...formOf({ ...about, id: record.id() }));
    if (!form.current || !told) return [];
    tell(told);
    if (told.type === 'unstored' || (told.type === 'refused' && about.kind === 'apply')) return [];
    show();
    // Only what a visible page says is read.
    const read = latest?.state === 'refused' ? { ...latest, fields } : latest;
    const note = () => void (read && noteTold(read).catch(console.warn));
    if (isVisible()) note();
    else document.addEventListener('visibilitychange', note, { once: true });
    return [];
  }

  const [problems, dispatch, isPending] = useActionState(submit, []);

  const open = useEffectEvent(async (asked: unknown) => {
    const draft = await draftFor(about, asked).catch(() => undefined);
    if (form.current === null || (isReady.current && draft?.id !== asked)) return;
    // Typed before the app was here.
    const early = isReady.current ? {} : readTyped(form.current);
    isReady.current = true;
    show(left ?? draft, { ...(left ?? draft)?.fields, ...early });
    if (left?.delivery.type === 'sent') {
      tell({ ...left.delivery, message: '' });
      delete unstored[slot];
      show();
    } else if (Object.keys(early).length > 0) onInput();
  });
  useEffect(() => {
    startOutbox();
    void open(asked);
  }, [asked]);

  /** Another tab, or the worker, has changed the record. */
  const follow = useEffectEvent((shown: Submission | undefined, isPending: boolean) => {
    if (!isReady.current || isPending || shown === undefined) return;
    if (!hasText(shown)) show();
    else if (record.isNews(shown)) show(shown);
  });
  useEffect(() => follow(shown, isPending), [shown, isPending]);

  useEffect(() => {
    openForms.ids.push(id);
    return () => {
      openForms.ids = openForms.ids.filter((one) => one !== id);
    };
  }, [id]);

  const sending = isPending || shown?.state === 'sending';
  return {
    form,
    sending,
    problems,
    /** For `role="alert"`, and what stands below it. */
    ...explain(),
    onInput,
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const fields = readTyped(event.currentTarget);
      startTransition(() => dispatch(fields));
    },
    /** The close icon. While it is sent the icon only closes. */
    discard(): void {
      if (sending) return;
      delete unstored[slot];
      record.discard().catch(console.warn);
    },
  };

  function explain(): { problem: string; hint: string } {
    if (sending) return { problem: '', hint: '' };
    if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' '), hint: '' };
    const why = left && left.delivery.type !== 'sent' ? whyOf(left.delivery) : shown?.why;
    const problem = left ? outcomeWords.unstored(why?.message ?? '') : (why?.message ?? '');
    if (left || shown?.state === 'refused')
      return { problem, hint: why?.reason === 'refused' ? '' : outcomeWords.mayHaveArrived };
    return { problem: '', hint: shown?.state === 'waiting' ? outcomeWords.waiting : '' };
  }
}

/** `delivery`: what no record tells. Undefined while somebody else sends it. */
function toldOf(delivery: Delivery | undefined, record?: Submission): Told | undefined {
  if (delivery?.type === 'sent') return { ...delivery, message: '' };
  if (delivery) return { type: 'unstored', message: delivery.message };
  const { state, why, secret } = record ?? {};
  const message = why?.message ?? '';
  if (state === 'sent' || state === 'followed') return { type: 'sent', message, secret };
  if (state === 'refused') return { type: 'refused', message };
  if (state === 'waiting') return { type: why?.reason === 'offline' ? 'offline' : 'service', message };
  return undefined;
}

const isVisible = () => document.visibilityState === 'visible';
