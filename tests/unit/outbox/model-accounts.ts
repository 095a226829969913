import type { FormRecord } from '#src/device/submit.ts';
import { isListed } from '#src/outbox/due.ts';
import { claimMs, type Submission, type Why } from '#src/outbox/submission.ts';

import type { Actor } from './model-world.ts';

/** `texts`: the numbers of what was typed into it. `ended`: its attempt is over, and it shows what the record says. */
export type Form = { hold: FormRecord; text: number; texts: number[]; phase: 'edit' | 'sending' | 'ended' };

export type Page = {
  actor: Actor;
  isVisible: boolean;
  form: Form | undefined;
  /** Records in the Outbox when it was drawn last. */
  listed: string[];
  /** Texts whose Submit has not ended, also of forms that were closed. */
  sending: number[];
  onShow?: (() => void) | undefined;
};

/** `not kept`: the device refused to store it. */
export type Told = 'sent' | 'refused' | 'not kept';

export type Accounts = ReturnType<typeof createAccounts>;

/** A page that is awake gives up after this time. */
const postTimeoutMs = 30_000;
/** The shortest pause after an attempt. */
const shortestWaitMs = 1_800;

/** What the visitor did and was told, by the number of each text. */
export function createAccounts(schedule: { clock: { now: number; trueTime: number; setAt: number } }) {
  const { clock } = schedule;
  const texts = new Map<number, Text>();
  const violations: string[] = [];
  const lastPost = new Map<string, number>();
  /** Record -> when its requests on their way were sent. */
  const posting = new Map<string, Set<number>>();
  const keys = new Map<string, Set<string>>();
  /** Record -> the text that was sent, or that `why` is about. */
  const judged = new Map<string, number>();
  /** Record -> when it was claimed. */
  const claims = new Map<string, number>();

  const about = (text: number) => texts.get(text) ?? newText(false);

  function drop(text: number): void {
    about(text).isDropped = true;
  }

  return {
    violations,
    texts,
    /** True after five seconds on its way, and one more: in the play timers fire while it waits only. */
    isSlow: ({ id, state }: Submission) =>
      state === 'sending' && clock.trueTime - (claims.get(id) ?? 0) > 6_000,
    /** Records whose page died before it could ask for Background Sync. */
    excused: new Set<string>(),
    isBad: (text: number) => about(text).isBad,
    textOf: (id: string) => judged.get(id) ?? 0,

    /** The visitor types; `text` was perhaps typed before in the same form. */
    type(text: number, before: number, isBad: boolean): void {
      const known = texts.get(text);
      texts.set(text, known ?? newText(isBad));
      const isAgain = known !== undefined;
      // Typed again it is a draft, whatever became of it before.
      Object.assign(about(text), { isLeft: false, isSaved: false, isSubmitted: false, isAgain });
      if (before !== text) about(before).isLeft = true;
    },

    tell(text: number, told: Told): void {
      about(text).told.add(told);
    },

    tellWhy({ id, why }: { id: string; why?: Why | undefined }): void {
      if (why?.reason === 'refused') about(judged.get(id) ?? 0).told.add('refused');
    },

    /** The visitor deleted it, or closed its form. */
    drop,

    /** "Delete everything". */
    dropRecord(record: Submission): void {
      drop(record.state === 'sent' ? (judged.get(record.id) ?? 0) : Number(record.fields.email));
    },

    onWrite(before: Submission | undefined, after: Submission | undefined): void {
      const isNew = before === undefined && after !== undefined;
      if (isNew && after.state !== 'typing' && (after.state !== 'sending' || after.attempts > 1))
        violations.push(`${after.id} came back after it was deleted`);
      const isOldDraft = before?.state === 'typing' && clock.now - before.at > 30 * 86_400_000;
      if (after === undefined && isOldDraft) about(Number(before.fields.email)).isDropped = true;
      if (after === undefined && before) posting.delete(before.id.slice(0, 24));
      if (after === undefined) return;
      const text = Number(after.fields.email ?? before?.fields.email);
      about(text).isSaved = true;
      if (after.state === 'sending') {
        about(text).isSubmitted = true;
        claims.set(after.id, clock.trueTime);
        // Submitted over a text that another tab had changed back to.
        const replaced = about(Number(before?.fields.email));
        if (before && replaced !== about(text) && replaced.isAgain) replaced.isLeft = true;
      }
      if (after.state === 'sent' || (after.state === 'refused' && before?.state === 'sending'))
        judged.set(after.id, text);
      if (after.state === 'sending' && before?.state === 'typing' && isListed(after, clock.now))
        violations.push(`${after.id} is listed while its first attempt is on its way`);
    },

    /** Returns what to call when it is answered. */
    onPost(key: string, text: number, isPressed: boolean, isKept: boolean): () => void {
      const record = key.slice(0, 24);
      const last = lastPost.get(record) ?? 0;
      const started = clock.trueTime;
      const under = posting.get(record) ?? new Set();
      // A clock that was set may end a claim or a wait early.
      if (!isPressed && started - clock.setAt > claimMs) {
        if (started - last < shortestWaitMs && lastPost.has(record))
          violations.push(`${record} is posted again without a wait`);
        if ([...under].some((one) => started - one < postTimeoutMs))
          violations.push(`${record} is posted by two at a time`);
      }
      // What is sent from memory leaves no trace for another sender.
      if (isKept) {
        lastPost.set(record, started);
        posting.set(record, under.add(started));
      }
      const same = keys.get(`${record} ${text}`) ?? new Set();
      keys.set(`${record} ${text}`, same.add(key));
      if (same.size > 1) violations.push(`text ${text} of ${record} has ${same.size} keys`);
      const { wasMemory } = about(text);
      Object.assign(about(text), { isSubmitted: true, isMemory: !isKept, wasMemory: wasMemory || !isKept });
      return () => under.delete(started);
    },

    onStored(key: string, text: number): void {
      about(text).stored.push(key);
    },

    /** A page ends; what only it knew is lost, and it has said so. */
    onEnd({ form, sending }: Page): void {
      for (const text of [...sending, ...(form ? [form.text] : [])]) {
        const { isSaved, isMemory, wasMemory, stored, told } = about(text);
        const isToldHereOnly = isMemory || (wasMemory && stored.length > 0);
        if (!isSaved || isToldHereOnly || told.has('not kept')) drop(text);
      }
    },
  };
}

type Text = ReturnType<typeof newText>;

function newText(isBad: boolean) {
  return {
    /** The server refuses it each time. */
    isBad,
    told: new Set<Told>(),
    stored: [] as string[],
    isSaved: false,
    isSubmitted: false,
    /** Changed back to, perhaps in another record. */
    isAgain: false,
    /** Posted last without a record. */
    isMemory: false,
    /** Posted once without a record: a record may send it again, and the server joins equal texts for an hour. */
    wasMemory: false,
    /** The visitor has continued with another text. */
    isLeft: false,
    isDropped: false,
  };
}
