import type { FastifyRequest } from 'fastify';

import { Refusal } from '../lib/refusal.ts';
import { once, rememberSaved, savedBy, type TextTable } from '../store/idempotency-keys.ts';
import type { Trx } from '../store/schema.ts';
import { longestRequestMs } from '../web/request-limits.ts';
import { fieldsOf, personOf, text } from './form.ts';
import type { View } from './frame.tsx';
import { logAction, type Subject } from './log.ts';
import { type Notice, telling } from './notices.ts';
import { officePaths } from './office-paths.ts';
import { type ById, type Office, redirect } from './open-office.tsx';
import type { Role } from './people.ts';

export const subjects: Record<Subject['kind'], { words: string; path: (id: string) => string }> = {
  application: { words: 'an application', path: officePaths.application },
  enquiry: { words: 'an enquiry', path: officePaths.enquiry },
  vacancy: { words: 'a vacancy', path: officePaths.vacancy },
  article: { words: 'an article', path: officePaths.article },
  newsletter: { words: 'a newsletter', path: officePaths.newsletter },
};

/** Where a form leads, and the log entry; without a subject, the entry is about the address's subject. */
type Done = { to: string; did?: string; subject?: Subject };

export type Request = FastifyRequest<ById>;

/** Shows a page: for a GET, or for a form that changes nothing. */
export type Read = (request: Request, section: Section) => Promise<View>;
/** What a press changes, in one transaction. `made`: what ran before it. */
export type Change<Made = void> = (trx: Trx, request: Request, made: Made, section: Section) => Promise<Done>;
/** As `Change`, for a text that may be saved again. */
export type Save<Made = void> = (
  trx: Trx,
  request: Request,
  edited: { id: string | undefined; version: number },
  made: Made,
) => Promise<Done & { subject: Subject }>;

type Before<Made> = (request: Request, section: Section) => Promise<Made>;
/** `before`: what takes long and runs outside the transaction. `again`: the page to show if somebody has changed what it showed. */
type More<Made> = { before?: Before<Made> | undefined; again?: Read | undefined };

/** A part of the office whose routes all have its role. */
export type Section = Office & {
  /** Options for routes that do not use `onGet` or `onPost`. */
  options: { config: { role: Role | 'none'; section: string } };
  onGet(path: string, read: Read): void;
  /** A form that only shows something. Searches are posted: no address may contain the names in them. */
  onShow(path: string, read: Read): void;
  /** A form that changes the store, once for the same fields with the same key. */
  onPost<Made = void>(path: string, change: Change<Made>, more?: More<Made>): void;
  /**
   * Write, check, go back, send: `form` with what was typed, or to begin with; `check` shows what `act` will do. `send`:
   * the address to which the check page posts; beside it are `/check` and `/edit`.
   */
  onCheck(path: string, send: string, pages: { form: Read; check: Read; act: Change; again?: Read }): void;
  /** A button on a subject's page. It leads back there, or to the list after a deletion. */
  onAct(name: string, notice: Notice, did: string, change: (trx: Trx, id: string) => Promise<unknown>): void;
  /** A form for a text, which may be saved again with the same key. */
  onSave<Made = void>(path: string, table: TextTable, save: Save<Made>, before?: Before<Made>): void;
};

const showing =
  (request: Request, section: Section, again: Read) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Refusal && error.statusCode === 409) request.again = await again(request, section);
    throw error;
  };

/** Logs what was done, to the subject in the address unless it names another. */
async function note(trx: Trx, request: Request, { did, subject }: Done): Promise<void> {
  const { section } = request.routeOptions.config;
  const { id } = request.params;
  const kinds = Object.keys(subjects) as Subject['kind'][];
  const kind = kinds.find((one) => subjects[one].path('') === `${section}/`);
  const named = kind && id ? { kind, id } : undefined;
  if (did) await logAction(trx, personOf(request).id, did, subject ?? named);
}

/** `role` "none": for anyone. */
export function openSection(
  office: Office,
  { path: section, role }: { path: string; role: Role | 'none' },
): Section {
  const { app, store, send } = office;
  const options = { config: { role, section } };
  const onForm = <Made>(
    path: string,
    change: (trx: Trx, request: Request, made: Made) => Promise<string>,
    { before, again }: More<Made>,
  ) =>
    // A phone on a slow network needs a long time to send pictures.
    app.post<ById>(
      path,
      { config: { ...options.config, requestMs: longestRequestMs } },
      async (request, reply) => {
        const made = (await before?.(request, opened)) as Made;
        const to = store.erase((trx) => change(trx, request, made));
        return redirect(request, reply, await (again ? to.catch(showing(request, opened, again)) : to));
      },
    );
  const showOn =
    (method: 'get' | 'post') =>
    (path: string, read: Read): void => {
      app[method]<ById>(path, options, async (request, reply) =>
        send(request, reply, await read(request, opened)),
      );
    };
  const opened: Section = {
    ...office,
    options,
    onGet: showOn('get'),
    onShow: showOn('post'),
    onPost: (path, change, more = {}) =>
      onForm(
        path,
        async (trx, request, made) => {
          const act = async () => {
            const done = await change(trx, request, made, opened);
            await note(trx, request, done);
            return done.to;
          };
          if (text(request, 'key') === '') return act();
          return once(trx, [personOf(request).id, request.url, fieldsOf(request).toString()], act);
        },
        more,
      ),
    onCheck(path, sendPath, { form, check, act, again }) {
      opened.onGet(path, form);
      opened.onShow(`${path}/edit`, form);
      opened.onShow(`${path}/check`, check);
      opened.onPost(sendPath, act, { again });
    },
    onAct: (name, notice, did, change) =>
      opened.onPost(`${section}/:id/${name}`, async (trx, { params: { id } }) => {
        await change(trx, id);
        return { to: telling(notice === 'deleted' ? section : `${section}/${id}`, notice), did };
      }),
    onSave: (path, table, save, before) =>
      onForm(
        path,
        async (trx, request, made) => {
          const { id } = request.params;
          const key = text(request, 'key');
          const given = { id: id === 'new' ? undefined : id, version: Number(text(request, 'version')) };
          const done = await save(trx, request, (await savedBy(trx, table, key)) ?? given, made);
          await rememberSaved(trx, table, done.subject.id, key);
          await note(trx, request, done);
          return done.to;
        },
        { before },
      ),
  };
  return opened;
}
