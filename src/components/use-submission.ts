import {
  type FormEvent,
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useReducer,
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
import { type Delivery, type Fields, type Submission, whyOf } from '#src/outbox/submission.ts';
import { openForms, submissions } from '#src/state/submissions.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { readTyped, writeTyped } from './typed-fields.ts';

/** From here, so that a form which writes a record offline has brought the list of them. */
export { OutboxControl } from './outbox-control.tsx';

/** What the device refused to store, by form: only this page knows, so it outlives the form. */
const unstored = proxy<Record<string, { fields: Fields; delivery: Delivery }>>({});

/** A form that views its record: the text, its state and why. `tell` says how a press on "Submit" ended. */
export function useSubmission(about: About, tell: (told: Told) => void) {
  const { kind, job } = about;
  const form = useRef<HTMLFormElement>(null);
  const isReady = useRef(false);
  const isWriting = useRef(false);
  const [record] = useState(() => openRecord(about));
  /** After the form has turned to another record. */
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const id = record.id();
  const shown = useProxyState(submissions).all.find((one) => one.id === id);
  const left = useProxyState(unstored)[kind + job];
  const asked: unknown = useHistoryState<{ record?: string } | null>()?.record;

  function write(fields: Fields): void {
    isWriting.current = true;
    if (form.current) writeTyped(form.current, fields);
    isWriting.current = false;
  }

  function clear(): void {
    record.clear();
    redraw();
    write({});
  }

  function onInput(): void {
    if (form.current === null || !isReady.current || isWriting.current) return;
    record
      .type(readTyped(form.current))
      .then(redraw)
      .catch((error: unknown) => console.warn('What is typed is not stored.', error));
  }

  async function submit(_: Problem[], fields: Fields): Promise<Problem[]> {
    const checked = validate({ kind, job, fields });
    if (!checked.ok) return checked.problems;
    delete unstored[kind + job];
    const delivery = await record.submit(fields, () => form.current !== null && isVisible());
    const latest = await readRecord(record.id()).catch(() => undefined);
    const told = delivery ? toldOf(delivery) : latest && toldOfRecord(latest);
    if (delivery && (told?.type === 'unstored' || form.current === null)) {
      unstored[kind + job] = { fields, delivery };
      if (form.current === null) navigate(...formOf({ ...about, id: record.id() }));
    }
    if (form.current === null || told === undefined) return [];
    tell(told);
    if (told.type === 'unstored' || (told.type === 'refused' && kind === 'apply')) return [];
    clear();
    if (latest) await whenVisible(() => noteTold(latest.id));
    return [];
  }

  const [problems, dispatch, isPending] = useActionState(submit, []);

  const open = useEffectEvent(async (asked: unknown) => {
    const draft = await draftFor(about, asked).catch(() => undefined);
    if (form.current === null) return;
    // Typed before the app was here.
    const early = isReady.current ? {} : readTyped(form.current);
    isReady.current = true;
    if (draft) record.show(draft);
    redraw();
    const fields = left?.fields ?? draft?.fields;
    if (fields) write({ ...fields, ...early });
    if (left?.delivery.type === 'sent') {
      tell(toldOf(left.delivery));
      delete unstored[kind + job];
      clear();
    } else if (Object.keys(early).length > 0) onInput();
  });
  useEffect(() => {
    startOutbox();
    void open(asked);
  }, [asked]);

  /** Another tab, or the worker, has changed the record. */
  const follow = useEffectEvent((shown: Submission | undefined, isPending: boolean) => {
    if (!isReady.current || isPending || shown === undefined) return;
    if (shown.state === 'sent' || shown.state === 'followed') clear();
    else if (record.isNews(shown)) {
      record.show(shown);
      write(shown.fields);
    }
  });
  useEffect(() => follow(shown, isPending), [shown, isPending]);

  useEffect(() => {
    openForms.ids.push(id);
    return () => {
      openForms.ids = openForms.ids.filter((one) => one !== id);
    };
  }, [id]);

  const sending = isPending || shown?.state === 'sending';
  const why = left && left.delivery.type !== 'sent' ? whyOf(left.delivery) : shown?.why;
  const isRefused = left !== undefined || shown?.state === 'refused';
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
      delete unstored[kind + job];
      record.discard().catch((error: unknown) => console.warn('The draft is left behind.', error));
    },
  };

  function explain(): { problem: string; hint: string } {
    if (sending) return { problem: '', hint: '' };
    if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' '), hint: '' };
    if (!isRefused) return { problem: '', hint: shown?.state === 'waiting' ? outcomeWords.waiting : '' };
    const problem = left ? outcomeWords.unstored(why?.message ?? '') : (why?.message ?? '');
    return { problem, hint: why?.reason === 'refused' ? '' : outcomeWords.mayHaveArrived };
  }
}

function toldOf(delivery: Delivery): Told {
  if (delivery.type === 'sent') return { type: 'sent', message: '', secret: delivery.secret };
  return { type: 'unstored', message: delivery.message };
}

/** Undefined while somebody else sends it. */
function toldOfRecord({ state, why, secret }: Submission): Told | undefined {
  if (state === 'sent' || state === 'followed') return { type: 'sent', message: '', secret };
  if (state === 'refused') return { type: 'refused', message: why?.message ?? '' };
  if (state === 'waiting') return { type: why?.reason === 'offline' ? 'offline' : 'service', message: '' };
  return undefined;
}

const isVisible = () => document.visibilityState === 'visible';

/** Only what a visible page says is read. */
async function whenVisible(act: () => Promise<void>): Promise<void> {
  if (isVisible()) await act();
  else document.addEventListener('visibilitychange', () => void act(), { once: true });
}
