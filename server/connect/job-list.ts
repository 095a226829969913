import type { FastifyInstance } from 'fastify';

import type { Vacancy } from '#src/contract/vacancy.ts';
import { connectCalls } from '#src/paths.ts';

import { readRoute, type Service } from './service.ts';

/** `GET job-list`: the open vacancies, newest first. */
export function jobList(api: FastifyInstance, service: Service): void {
  readRoute(api, service, connectCalls.jobList, () => ({
    call: connectCalls.jobList,
    load: async (db) => {
      const rows = await db
        .selectFrom('vacancies')
        .select(['id as _id', 'name', 'type', 'created_at as createdAt', 'body as description'])
        .where('closed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows satisfies Vacancy[];
    },
  }));
}
