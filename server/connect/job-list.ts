import type { FastifyInstance } from 'fastify';

import type { Vacancy } from '#src/contract/vacancy.ts';
import { connectCalls } from '#src/paths.ts';

import { openVacancies } from '../store/on-the-site.ts';
import { readRoute, type Service } from './service.ts';

/** `GET job-list`: the open vacancies, newest first. */
export function jobList(api: FastifyInstance, service: Service): void {
  readRoute(api, service, connectCalls.jobList, () => ({
    call: connectCalls.jobList,
    load: async (db) => {
      const rows = await openVacancies(db)
        .select(['id as _id', 'name', 'type', 'created_at as createdAt', 'body as description'])
        .select('closes_at as closesAt')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ closesAt, ...row }): Vacancy => (closesAt === null ? row : { ...row, closesAt }));
    },
  }));
}
