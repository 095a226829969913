import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { ErrorBody } from '#src/contract/answer.ts';
import type { Problem } from '#src/contract/validation.ts';

import { codeOf } from '../config.ts';

type RefusalDetails = {
  problems?: Problem[];
  retryAfter?: number;
  /** For the log only. */
  cause?: unknown;
};

/** An answer of 4xx or 5xx whose message is meant for the visitor. */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly problems: Problem[];
  readonly retryAfterSeconds: number | undefined;

  constructor(statusCode: number, message: string, more: RefusalDetails = {}) {
    super(message, { cause: more.cause });
    this.statusCode = statusCode;
    this.problems = more.problems ?? [];
    this.retryAfterSeconds = more.retryAfter;
  }
}

export const ourFault = 'Something went wrong on our side. Please try again later.';
export const nothingHere = 'There is nothing at this address.';

/** Turns whatever was thrown into the contract's error shape; what is not meant for the visitor stays in the log. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = describeError(error, request, reply);
    return reply.code(status).type('application/json; charset=utf-8').send(body);
  });
}

export function describeError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, error.message);
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    return { status: error.statusCode, body: refusalBody(error) };
  }
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (isUnavailable(error)) reply.header('retry-after', 5);
  const message = status < 500 && error instanceof Error ? error.message : ourFault;
  return { status, body: { error: message } satisfies ErrorBody };
}

function refusalBody({ message, problems }: Refusal): ErrorBody {
  return problems.length === 0 ? { error: message } : { error: { details: problems } };
}

function statusOf(error: unknown): number {
  if (isUnavailable(error)) return 503;
  if (isDiskFull(error)) return 507;
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status <= 599 ? status : 500;
}

const unavailable =
  /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08\d{3}|53[234]00|53000|57P0\d|55000|57014|40001|40P01)$/;

/** What the driver says without a code; the last of these when the rollback fails as well. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** SQLite's own code, without what it adds in the higher bits to say where. */
function sqliteCode(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && (sqliteCode(error) === 13 || codeOf(error) === '53100');
}

/** The database is away or too busy for now; the same request may well succeed later. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ([5, 6].includes(sqliteCode(error)) || unavailable.test(codeOf(error))) return true;
  return brokenConnection.test(error.message);
}
