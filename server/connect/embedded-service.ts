import { asRecord } from '#src/contract/validation.ts';

import { answerBody, bytesOf, compressBody } from '../http/answer-body.ts';
import { AnswerCache } from '../http/answer-cache.ts';
import { Refusal } from '../http/error-answers.ts';
import { readContentVersion } from '../store/on-the-site.ts';
import type { Store } from '../store/open-store.ts';
import { readApplication, withdrawApplication } from './application.ts';
import { answerOnce, isAnswered, requestKey, unlessLocked } from './idempotency.ts';
import { type ReadAnswer, replayed, type Service } from './service.ts';

const jsonType = 'application/json; charset=utf-8';
const bytesKept = 16_000_000;

/** Answers the calls from the embedded store, or from the PostgreSQL that stands in for it. */
export function embeddedService(store: Store): Service {
  const read = cachedReads(store);
  return {
    read,
    async write(submission, input, header, isFlagged) {
      const checked = submission.validate(input);
      if (!checked.ok)
        throw new Refusal(422, 'Some fields need another look.', { problems: checked.problems });
      const request = requestKey(header, submission, checked.value);
      return unlessLocked(store, async (trx) => {
        const { status, body, key, repeated } = await answerOnce(trx, request, async () => {
          await submission.store(trx, checked.value, request.key, isFlagged);
          return { status: 201, body: JSON.stringify({ message: submission.thanks }) };
        });
        // Never kept with the answer, because it may hold a secret.
        const isOwn = header !== undefined && key === request.key;
        const more = (await submission.more?.(trx, key, isOwn)) ?? {};
        const whole = JSON.stringify({ ...asRecord(JSON.parse(body)), ...more });
        return { status, body: whole, ...(repeated ? { headers: replayed } : {}) };
      });
    },
    isKnownKey: (call, header) => isAnswered(store, call, header),
    application: (method, secret) =>
      method === 'DELETE' ? withdrawApplication(store, secret) : readApplication(store, secret),
  };
}

/** Answers are kept in memory until the content changes, whoever changed it. */
function cachedReads(store: Store): Service['read'] {
  const known = new AnswerCache<ReadAnswer>(bytesKept, ({ body }) => bytesOf(body));
  return async (call, load) =>
    known.get(call, await readContentVersion(store.db), async (keep) => {
      const payload = await load(store.db);
      if (payload === undefined) throw new Refusal(404, 'There is no such article.');
      const body = await compressBody(answerBody(jsonType, JSON.stringify({ payload })));
      const answer = { status: 200, body };
      // Empty pages of a list are without number.
      return Array.isArray(payload) && payload.length === 0 ? answer : keep(answer);
    });
}
