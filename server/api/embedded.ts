import { serverErrors } from '#src/content/server-errors.ts';
import { secretHeader } from '#src/contract/application-status.ts';
import { forms, validate } from '#src/contract/forms.ts';

import { isLocked } from '../db/errors.ts';
import type { Store } from '../db/open-store.ts';
import { readStatus, withdraw } from '../domain/applications.ts';
import { Refusal } from '../domain/refusal.ts';
import { inProgress, requestKey } from '../domain/seen-keys.ts';
import { answerBody } from '../web/answer-body.ts';
import { replayed, type Service, type WriteAnswer } from './service.ts';

export function embeddedService(store: Store): Service {
  return {
    async read({ load }) {
      const payload = await load(store.db);
      if (payload === undefined) throw new Refusal(404, serverErrors.noArticle);
      const body = answerBody('application/json; charset=utf-8', JSON.stringify({ payload }));
      return { status: 200, body, headers: {} };
    },

    /** Looks up the key before any other rule, so that a 4xx proves that nothing was stored. */
    async write(postCall, post) {
      const { key, input, limit } = post;
      const { kind, find, store: save, more } = postCall;
      const { call, words } = forms[kind];
      const request = requestKey(call, key, input);
      const answer = async (id: string | null): Promise<string> =>
        JSON.stringify({ message: words.accepted, ...(await more?.(store.db, id)) });
      const earlier = key === null ? undefined : await find(store.db, request);
      if (earlier) return { status: 201, body: await answer(earlier.id), headers: replayed };
      await limit();
      const checked = validate(kind, input);
      if (!checked.ok) throw new Refusal(422, serverErrors.invalid, { problems: checked.problems });
      const saved = await store
        .write((trx) => save(trx, checked.value, request, post))
        .catch((error: unknown) => {
          throw isLocked(error) ? inProgress() : error;
        });
      return { status: 201, body: await answer(saved.id), headers: saved.isRepeat ? replayed : {} };
    },

    async application(method, secret) {
      if (method === 'DELETE')
        return (await store.erase((trx) => withdraw(trx, secret))) ? { status: 204, body: '' } : noSuch;
      const payload = await readStatus(store.db, secret);
      return payload === undefined ? noSuch : { status: 200, body: JSON.stringify({ payload }) };
    },
  };
}

const noSuch: WriteAnswer = {
  status: 404,
  body: JSON.stringify({ error: serverErrors.noApplication(secretHeader) }),
};
