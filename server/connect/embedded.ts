import { secretHeader } from '#src/contract/application-status.ts';
import type { Kind } from '#src/contract/form-kinds.ts';
import { forms, type Payload, validate } from '#src/contract/forms.ts';
import { serverErrors } from '#src/words/errors.ts';

import { apply, findStatus, withdraw } from '../applicants/applications.ts';
import { expectFiles, listedFiles } from '../attachments/attachments.ts';
import { enquire } from '../enquiries/enquiries.ts';
import { Refusal } from '../lib/refusal.ts';
import type { MailSettings } from '../office/staff-notice.ts';
import { type RequestKey, refuseLocked, requestKey } from '../store/idempotency-keys.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, Trx } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';
import { findAccepted, findSame, type Received } from '../store/submissions.ts';
import { hasSubscribed, subscribe } from '../subscribers/subscribers.ts';
import { refuseUnlessOpen } from '../vacancies/vacancies.ts';
import { payloadBody } from '../web/response-body.ts';
import { type Post, replayed, type Service, type WriteResponse } from './service.ts';

/** `id`: null for subscriptions. */
type WriteResult = { id: string | null; isRepeat?: boolean };

type PostCall<K extends Kind = Kind> = {
  /** If it may have files, and the same text under another key is the same. */
  received?: Received;
  /** Finds the result of an earlier request with the same key. */
  find(db: Db, request: RequestKey): Promise<WriteResult | undefined>;
  /** Refuses what can be stored no longer. */
  mayStore?(trx: Trx, value: Payload<K>): Promise<void>;
  store(trx: Trx, value: Payload<K>, request: RequestKey, post: Post): Promise<WriteResult>;
  /** Adds fields to the response. */
  more?(db: Db, id: string | null): Promise<object>;
};

function postCalls(mail: MailSettings): { [K in Kind]: PostCall<K> } {
  const asks = mail.smtpUrl !== null;
  return {
    apply: {
      received: 'application',
      find: (db, request) => findAccepted(db, 'application', request),
      mayStore: (trx, { job }) => refuseUnlessOpen(trx, job),
      store: (trx, value, request, { mayHaveReceipt }) =>
        apply(trx, value, request, { mail, mayHaveReceipt }),
      more: async (db, id) => (id === null ? {} : { secret: await secretFor(db, id) }),
    },
    enquiry: {
      received: 'enquiry',
      find: (db, request) => findAccepted(db, 'enquiry', request),
      store: (trx, value, request) => enquire(trx, value, request, mail),
    },
    // With a mail server, only confirmed addresses are on the list.
    subscribe: {
      find: async (db, request) => ((await hasSubscribed(db, request)) ? { id: null } : undefined),
      async store(trx, value, request, { newAddresses: limit }) {
        await subscribe(trx, value, request, { asks, limit });
        return { id: null };
      },
      more: async () => (asks ? { message: forms.subscribe.words.confirm, confirm: true } : {}),
    },
  };
}

export function embeddedService(store: Store, mail: MailSettings): Service {
  const calls = postCalls(mail);
  return {
    async read({ load }) {
      const payload = await load(store.db);
      if (payload === undefined) throw new Refusal(404, serverErrors.noArticle);
      return { status: 200, headers: {}, payload: () => payload, body: () => payloadBody(payload) };
    },

    /** Looks up the key before any other rule, so that a 4xx proves that nothing was stored. */
    async write(kind, post) {
      const { key, input, limit } = post;
      const { received, find, mayStore, store: save, more }: PostCall = calls[kind];
      const { call, words } = forms[kind];
      // The same text is the same submission, whatever files come with it.
      const { files: list, ...texts } = input;
      const files = listedFiles(kind, list);
      const request = requestKey(call, key, texts);
      const response = async (id: string | null): Promise<string> => {
        const upload = id !== null && files.length > 0 && { upload: await secretFor(store.db, id, 'upload') };
        return JSON.stringify({ message: words.accepted, ...(await more?.(store.db, id)), ...upload });
      };
      const earlier = key === null ? undefined : await find(store.db, request);
      if (earlier) return { status: 201, body: await response(earlier.id), headers: replayed };
      await limit();
      const checked = validate(kind, texts);
      if (!checked.ok) throw new Refusal(422, serverErrors.invalid, { problems: checked.problems });
      const saved = await store
        .write(async (trx) => {
          const same = received && (await findSame(trx, received, request));
          if (received && !same) {
            await mayStore?.(trx, checked.value);
            await post.perDay();
          }
          const result = same ?? (await save(trx, checked.value, request, post));
          if (received && result.id !== null) await expectFiles(trx, received, result.id, files);
          return result;
        })
        .catch(refuseLocked);
      return { status: 201, body: await response(saved.id), headers: saved.isRepeat ? replayed : {} };
    },

    async application(method, secret) {
      if (method === 'DELETE')
        return (await store.erase((trx) => withdraw(trx, secret))) ? { status: 204, body: '' } : noSuch;
      const payload = await findStatus(store.db, secret);
      return payload === undefined ? noSuch : { status: 200, body: JSON.stringify({ payload }) };
    },
  };
}

const noSuch: WriteResponse = {
  status: 404,
  body: JSON.stringify({ error: serverErrors.noApplication(secretHeader) }),
};
