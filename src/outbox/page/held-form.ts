/** What a form holds, what is stored of it, and what runs. */
import { proxy, ref } from 'valtio/vanilla';

import type { Kind } from '#src/contract/form-kinds.ts';
import { type Draft, type Submission, textOf } from '#src/outbox/submission.ts';

import { formView, nothing, type Running } from './form-view.ts';
import { newId, pageOutbox } from './outbox.ts';
import { submissions } from './submissions.ts';

export type About<K extends Kind = Kind> = Pick<Draft, 'job' | 'about' | 'closes'> & { kind: K };

export type HeldForm = ReturnType<typeof holdForm>;

/** What a form holds. All writes and reads of one form follow each other; whoever ends one computes the view again. */
export function holdForm(about: About) {
  const blank = (): Draft => ({ ...about, id: newId(), fields: {}, seen: '' });
  let writing: Promise<unknown> = Promise.resolve();
  let pending = 0;
  const first = blank();
  const noView = formView({ draft: first, all: [], untold: [], running: nothing, was: 'idle', blank: first });
  const held = {
    about,
    blank,
    /** Another object for another record; what is typed and stored of one changes in place. */
    draft: first,
    /** What is stored, as last read. */
    all: [] as readonly Submission[],
    running: { ...nothing } as Running,
    /** What is stored has been read. */
    isOpen: false,
    /** A draft whose text waits to be stored. */
    saving: undefined as Draft | undefined,
    /** Identifies the last opening. */
    opening: {},
    /** Files that are being prepared, by the id of the record for which they were chosen. */
    preparing: new Map<string, { ending: AbortController; end: Promise<string> }>(),
    shown: proxy({ isOpen: false, view: ref(noView) }),

    publish(): void {
      const { draft, running, isOpen, shown } = held;
      const before = shown.view;
      const known = isOpen ? { all: held.all, untold: submissions.untold } : { all: [], untold: [] };
      const now = { ...running, isWriting: pending > 0 };
      const view = formView({ draft, ...known, running: now, was: before.doing, blank: blank() });
      if (view.record.fields === draft.fields) draft.files = view.record.files;
      else {
        held.draft = { ...about, ...view.record, seen: view.told ? '' : textOf(view.record) };
        Object.assign(running, nothing);
      }
      // Until the store has been read again, it is doing what it did.
      const isKnown = pending === 0 || running.doing !== 'idle' || view.record.id !== before.record.id;
      shown.view = ref({
        ...view,
        doing: isKnown ? view.doing : before.doing,
        told: view.told ?? before.told,
      });
      shown.isOpen = isOpen;
    },

    /** Works after what was asked before, reads what is stored then, and shows it. */
    enqueue<T>(work: () => Promise<T>, show = () => {}): Promise<T> {
      pending += 1;
      held.publish();
      const next = writing.then(work).finally(async () => {
        held.all = await pageOutbox()
          .store.list()
          .catch(() => held.all);
        pending -= 1;
        show();
        held.publish();
      });
      writing = next.catch(() => undefined);
      return next;
    },

    look: (show?: () => void) => held.enqueue(async () => undefined, show),
  };
  return held;
}

export function isWatched({ isOpen, draft }: HeldForm, id: string): boolean {
  return isOpen && draft.id === id && document.visibilityState === 'visible';
}
