import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { readVacancies } from '#src/contract/vacancy.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { readConnect } from './connect/service.ts';
import type { StaticSite } from './static-site.ts';

/** Longer than this nobody waits for a page's status; the shell then shows what the browser finds out. */
const patienceMs = 1_500;

type WithId = FastifyRequest<{ Params: { id: string } }>;

/** Pages about one article or vacancy: their shell, or the not-found page when the API knows no such thing. */
export function serveDataPages(app: FastifyInstance, site: StaticSite): void {
  const route = (path: string, file: string, isMissing: (id: string) => Promise<boolean>) =>
    app.get<{ Params: { id: string } }>(path, async (request: WithId, reply: FastifyReply) =>
      (await isMissing(request.params.id))
        ? site.sendNotFound(request, reply)
        : site.sendDocument(request, reply, file),
    );
  route(pages.mediaDetail.path, 'media-room/shell.html', (id) => isMissingArticle(app, id));
  route(pages.vacancy.path, 'insider/career/shell.html', (id) => isMissingVacancy(app, id));
}

async function isMissingArticle(app: FastifyInstance, id: string): Promise<boolean> {
  const answer = await patiently(readConnect(app, connectCalls.mediaDetail(id)));
  return answer?.status === 404;
}

async function isMissingVacancy(app: FastifyInstance, id: string): Promise<boolean> {
  const answer = await patiently(readConnect(app, connectCalls.jobList));
  if (answer === null || !Array.isArray(answer.payload)) return false;
  return !readVacancies(answer.payload).some((vacancy) => vacancy._id === id);
}

async function patiently<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
