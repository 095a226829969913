import { secretHeader } from '#src/contract/application-status.ts';

import { isLocked } from '../db/errors.ts';
import type { Store } from '../db/open-store.ts';
import { readStatus, withdraw } from '../domain/applications.ts';
import { versionReader } from '../domain/content-version.ts';
import { Refusal } from '../domain/refusal.ts';
import { inProgress, requestKey } from '../domain/seen-keys.ts';
import { answerBody, bytesOf, compressBody } from '../web/answer-body.ts';
import { AnswerCache } from '../web/answer-cache.ts';
import { type ReadAnswer, replayed, type Service, type WriteAnswer } from './service.ts';

const jsonType = 'application/json; charset=utf-8';
const bytesKept = 16_000_000;
const emptyPage: ReadAnswer = { status: 200, body: answerBody(jsonType, '{"payload":[]}') };

export function embeddedService(store: Store, readVersion = versionReader(store.db, 0)): Service {
  const known = new AnswerCache<ReadAnswer>(bytesKept, ({ body }) => bytesOf(body));
  /** The lowest page of a list that was found empty: those after it are without number. */
  const ends = new Map<string, { version: string; page: number }>();
  return {
    async read({ call, load, page }) {
      const version = await readVersion();
      const end = page && ends.get(page.list);
      if (end?.version === version && page && page.number >= end.page) return emptyPage;
      return known.get(call, version, async (keep) => {
        const payload = await load(store.db);
        if (payload === undefined) throw new Refusal(404, 'There is no such article.');
        if (page && Array.isArray(payload) && payload.length === 0) {
          ends.set(page.list, { version, page: page.number });
          return emptyPage;
        }
        const body = await compressBody(answerBody(jsonType, JSON.stringify({ payload })));
        return keep({ status: 200, body });
      });
    },

    /** Looks the key up before any other rule: a 4xx proves that nothing is stored. */
    async write(submission, { key, input, isFlagged, limit }) {
      const { call, validate, find, store: keep, more, thanks } = submission;
      const request = requestKey(call, key, input);
      const answer = async (id: string | null): Promise<string> =>
        JSON.stringify({ message: thanks, ...(id === null ? {} : await more?.(store.db, id)) });
      const earlier = key === null ? undefined : await find(store.db, request);
      if (earlier) return { status: 201, body: await answer(earlier.id), headers: replayed };
      await limit();
      const checked = validate(input);
      if (!checked.ok)
        throw new Refusal(422, 'Some fields need another look.', { problems: checked.problems });
      const made = await store
        .write((trx) => keep(trx, checked.value, request, isFlagged))
        .catch((error: unknown) => {
          throw isLocked(error) ? inProgress() : error;
        });
      return { status: 201, body: await answer(made.id), headers: made.isRepeat ? replayed : {} };
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
  body: JSON.stringify({
    error: `There is no application with this secret. It belongs into the header ${secretHeader}.`,
  }),
};
