import type { Outbox } from '#src/outbox/deliver.ts';
import { isListed } from '#src/outbox/due.ts';
import type { FormRecord } from '#src/outbox/page/submit.ts';
import { dayMs, leaseMs, type Submission, type Why } from '#src/outbox/submission.ts';

import type { Schedule } from './model-schedule.ts';

/** A page or the worker, which can die at any await. */
export type Actor = {
  /** `isPressed`: the visitor asked to send; otherwise the record is due. */
  env: (isPressed: boolean) => Outbox;
  isAlive: () => boolean;
  death: Promise<true>;
  kill: () => void;
};

export const numberIn = ({ fields }: Pick<Submission, 'fields'>) => Number(fields.email);

/** `texts`: the numbers of the texts typed into it. `ended`: its attempt is over, and it shows the record's result. */
export type Form = { hold: FormRecord; text: number; texts: number[]; phase: 'edit' | 'sending' | 'ended' };

export type Page = {
  actor: Actor;
  isVisible: boolean;
  form: Form | undefined;
  /** Records in the Outbox when it was last rendered. */
  listed: string[];
  /** Texts whose Submit has not ended, including those in closed forms. */
  sending: number[];
  onShow: (() => void) | undefined;
};

export type Accounts = ReturnType<typeof createAccounts>;

/** A request from a page that is awake times out after this time. */
const postTimeoutMs = 30_000;
/** The shortest pause after an attempt. */
const shortestWaitMs = 1_800;

/** The facts about a typed text. */
function newText(isBad: boolean) {
  return {
    /** The server refuses it each time. */
    isBad,
    /** `not kept`: the device refused to store it. */
    told: new Set<'sent' | 'refused' | 'not kept'>(),
    /** Keys under which it was posted, and those under which the server stored it. */
    posted: new Set<string>(),
    stored: [] as string[],
    isSaved: false,
    isSubmitted: false,
    /** The visitor has typed it again, perhaps in another record. */
    isAgain: false,
    /** Its last post had no record. */
    isMemory: false,
    /** A post had no record: a record may send it again, and the server merges identical texts for an hour. */
    wasMemory: false,
    /** Its page was told that it was sent, and could not store that. */
    isUnwritten: false,
    /** The visitor has continued with another text. */
    isLeft: false,
    /** The visitor has deleted it or closed its form, or only a page that has ended knew it. */
    isDropped: false,
  };
}

/** The facts about a record. `judged`: the text that was sent or refused. `onWay`: when each unanswered request was sent. */
const newRecord = () => ({ claimedAt: 0, postedAt: -shortestWaitMs, judged: 0, onWay: new Set<number>() });

/** Records the facts of each event, by text number and by record. */
export function createAccounts({ clock }: Pick<Schedule, 'clock'>) {
  const texts = new Map<number, ReturnType<typeof newText>>();
  const records = new Map<string, ReturnType<typeof newRecord>>();
  const violations: string[] = [];
  /** The pages where "Empty this form" was pressed. */
  const emptying = new Set<Actor>();

  const about = (text: number) => texts.get(text) ?? newText(false);

  /** All keys of a record have the same beginning. */
  function recordOf(key: string) {
    const name = key.slice(0, 24);
    const record = records.get(name) ?? newRecord();
    records.set(name, record);
    return record;
  }

  function drop(text: number): void {
    about(text).isDropped = true;
  }

  function onBegin({ id, state, attempts }: Submission): void {
    if (state !== 'typing' && (state !== 'sending' || attempts > 1))
      violations.push(`${id} came back after it was deleted`);
  }

  function onClaim(before: Submission | undefined, after: Submission): void {
    const text = about(numberIn(after));
    text.isSubmitted = true;
    recordOf(after.id).claimedAt = clock.trueTime;
    if (before === undefined) return;
    // It replaces a text that was typed again in another tab.
    const replaced = about(numberIn(before));
    if (replaced !== text && replaced.isAgain) replaced.isLeft = true;
    if (before.state === 'typing' && isListed(after, clock.now))
      violations.push(`${after.id} is listed while its first attempt is on its way`);
  }

  function onDelete(before: Submission): void {
    recordOf(before.id).onWay.clear();
    // A form in another tab may still show it.
    if (before.state === 'typing' && [...emptying].some((actor) => actor.isAlive()))
      about(numberIn(before)).isSaved = false;
    const { foundOldAt = clock.now } = before;
    if (before.state === 'typing' && clock.now - before.at > 30 * dayMs && clock.now - foundOldAt >= dayMs)
      drop(numberIn(before));
  }

  /** Checks a request that was not caused by a press. */
  function onTimedPost(key: string): void {
    const { postedAt, onWay } = recordOf(key);
    // Setting the clock may end a claim or a wait early.
    if (clock.trueTime - clock.setAt <= leaseMs) return;
    if (clock.trueTime - postedAt < shortestWaitMs) violations.push(`${key} is posted again without a wait`);
    if ([...onWay].some((sentAt) => clock.trueTime - sentAt < postTimeoutMs))
      violations.push(`${key} is posted by two at a time`);
  }

  return {
    violations,
    texts,
    emptying,
    about,
    drop,
    /** Records whose page died before it could ask for Background Sync. */
    excused: new Set<string>(),
    textOf: (id: string) => recordOf(id).judged,
    /** True after five seconds on its way, plus one, because timers in the play fire only during a wait step. */
    isSlow: ({ id, state }: Submission) =>
      state === 'sending' && clock.trueTime - recordOf(id).claimedAt > 6_000,

    /** The visitor types; `text` may have been typed before in the same form. */
    type(text: number, before: number, isBad: boolean): void {
      const known = texts.get(text);
      texts.set(text, known ?? newText(isBad));
      const isAgain = known !== undefined;
      // A text typed again is a draft, whatever happened to it before.
      Object.assign(about(text), { isLeft: false, isSaved: false, isSubmitted: false, isAgain });
      if (before !== text) about(before).isLeft = true;
    },

    /** A form shows why its record was not sent. */
    tellWhy({ id, why }: { id: string; why?: Why | undefined }): void {
      if (why?.reason === 'refused') about(recordOf(id).judged).told.add('refused');
    },

    /** "Delete everything". */
    dropRecord(record: Submission): void {
      drop(record.state === 'sent' ? recordOf(record.id).judged : numberIn(record));
    },

    onWrite(before: Submission | undefined, after: Submission | undefined): void {
      if (before !== undefined && after === undefined) onDelete(before);
      if (after === undefined) return;
      if (before === undefined) onBegin(after);
      const text = Number(after.fields.email ?? before?.fields.email);
      about(text).isSaved = true;
      if (after.state === 'sending') onClaim(before, after);
      const isRefused = after.state === 'refused' && before?.state === 'sending';
      if (after.state === 'sent' || isRefused) recordOf(after.id).judged = text;
    },

    /** Returns a function to call when it is answered. A text sent from memory leaves no record for another sender. */
    onPost(key: string, number: number, isPressed: boolean, isKept: boolean): () => void {
      if (!isPressed) onTimedPost(key);
      const sentAt = clock.trueTime;
      const record = recordOf(key);
      if (isKept) record.postedAt = sentAt;
      if (isKept) record.onWay.add(sentAt);
      const text = about(number);
      const keys = [...text.posted.add(key)].filter((one) => recordOf(one) === record);
      if (keys.length > 1) violations.push(`text ${number} has the keys ${keys.join(' and ')}`);
      Object.assign(text, { isSubmitted: true, isMemory: !isKept, wasMemory: text.wasMemory || !isKept });
      return () => record.onWay.delete(sentAt);
    },

    /** A page ends; texts that only it knew are lost, and it has warned about that. */
    onEnd({ form, sending }: Page): void {
      for (const text of [...sending, ...(form ? [form.text] : [])]) {
        const { isSaved, isMemory, wasMemory, stored, told } = about(text);
        const isToldHereOnly = isMemory || (wasMemory && stored.length > 0);
        if (!isSaved || isToldHereOnly || told.has('not kept')) drop(text);
      }
    },
  };
}
