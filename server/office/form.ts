import type { FastifyRequest } from 'fastify';

import { localValue } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Person } from './people.ts';

export function personOf({ person }: FastifyRequest): Person {
  if (person === null) throw new Refusal(401, 'Please sign in.');
  return person;
}

export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Refusal(404, 'This no longer exists.');
  return row;
}

export function fieldsOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** Returns a field of the form, trimmed. */
export function text(request: FastifyRequest, name: string): string {
  return (fieldsOf(request).get(name) ?? '').trim();
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?')[1] ?? '');
}

/** What a list is asked for: a search is posted, because no address may contain the names in it. */
export const askedOf = (request: FastifyRequest): URLSearchParams =>
  request.method === 'POST' ? fieldsOf(request) : queryOf(request);

/** Reads a `when` field; an unchanged one keeps the seconds of `stored`. */
export function whenOf(request: FastifyRequest, name: string, stored: string | null = null): string {
  const value = text(request, name);
  return stored !== null && value === localValue(new Date(stored)) ? stored : value;
}

const typedFields =
  /^(?:title|lead|name|location|salary|source|alt-\d+|subject|text|internal_note|email|search|consent|addresses)$/;

/** The texts of a form that was not accepted, so that nobody has to type them again. */
export function typedTexts(request: FastifyRequest): string[] {
  const typed = [...fieldsOf(request)].filter(([name, value]) => typedFields.test(name) && value !== '');
  return typed.map(([, value]) => value);
}
