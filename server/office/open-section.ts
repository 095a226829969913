import type { FastifyRequest } from 'fastify';

import { Refusal } from '../lib/refusal.ts';
import { once, rememberSaved, savedBy, type TextTable } from '../store/idempotency-keys.ts';
import type { Trx } from '../store/schema.ts';
import { longestRequestMs } from '../web/request-limits.ts';
import { fieldsOf, personOf, text } from './form.ts';
import type { Entry, View } from './frame.tsx';
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

/** A part of the office whose routes all have its role. */
export type Section = Office & {
  /** Options for routes that do not use `onGet` or `onPost`. */
  options: { config: { role: Role; section: string } };
  onGet(path: string, view: Show): void;
  /** A form that only shows something. Searches are posted: no address may contain the names in them. */
  onShow(path: string, page: Checked['check']): void;
  /**
   * A form that changes the store in one transaction, once for the same fields with the same key. `before`: what takes long
   * and runs outside it. `again`: the page to show if somebody has changed meanwhile what it showed.
   */
  onPost<Made = void>(path: string, change: Change<Made>, more?: More<Made>): void;
  /**
   * Write, check, go back, send: `form` with what was typed, or to begin with; `check` shows what `act` will do. `send`:
   * the address to which the check page posts; beside it are `/check` and `/edit`.
   */
  onCheck(path: string, send: string, pages: Checked): void;
  /** A button on a subject's page. It leads back there, or to the list after a deletion. */
  onAct(name: string, notice: Notice, did: string, change: Act): void;
  /** A form for a text, which may be saved again with the same key. */
  onSave<Made = void>(
    path: string,
    table: TextTable,
    save: Save<Made>,
    before?: (request: FastifyRequest<ById>) => Promise<Made>,
  ): void;
};

type Show = (request: FastifyRequest<ById>) => Promise<View>;
type More<Made> = {
  before?: ((request: FastifyRequest<ById>) => Promise<Made>) | undefined;
  again?: Show | undefined;
};
type Page = (request: FastifyRequest<ById>, fields: URLSearchParams | undefined) => Promise<View>;
type Checked = {
  form: Page;
  check: (request: FastifyRequest<ById>, fields: URLSearchParams) => Promise<View>;
  act: Change;
  /** As in `onPost`. */
  again?: Show;
};
export type Change<Made = void> = (trx: Trx, request: FastifyRequest<ById>, made: Made) => Promise<Done>;
type Act = (trx: Trx, id: string) => Promise<unknown>;
export type Save<Made> = (
  trx: Trx,
  request: FastifyRequest<ById>,
  edited: { id: string | undefined; version: number },
  made: Made,
) => Promise<Done & { subject: Subject }>;

const showing =
  (request: FastifyRequest<ById>, again: Show) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Refusal && error.statusCode === 409) request.again = await again(request);
    throw error;
  };

export function openSection(office: Office, entry: Entry): Section {
  const { path: section, role } = entry;
  const { app, store, send } = office;
  const kinds = Object.keys(subjects) as Subject['kind'][];
  const kind = kinds.find((one) => subjects[one].path('') === `${section}/`);
  const options = { config: { role, section } };
  const onForm = <Made>(
    path: string,
    change: (trx: Trx, request: FastifyRequest<ById>, made: Made) => Promise<string>,
    { before, again }: More<Made>,
  ) =>
    // A phone on a slow network needs a long time to send pictures.
    app.post<ById>(
      path,
      { config: { ...options.config, requestMs: longestRequestMs } },
      async (request, reply) => {
        const made = (await before?.(request)) as Made;
        const to = store.erase((trx) => change(trx, request, made));
        return redirect(request, reply, await (again ? to.catch(showing(request, again)) : to));
      },
    );
  const note = async (trx: Trx, request: FastifyRequest<ById>, { did, subject }: Done) => {
    const { id } = request.params;
    const named = kind && id ? { kind, id } : undefined;
    return did && logAction(trx, personOf(request).id, did, subject ?? named);
  };
  const onGet: Section['onGet'] = (path, view) =>
    app.get<ById>(path, options, async (request, reply) => send(request, reply, await view(request)));
  const onShow: Section['onShow'] = (path, page) =>
    app.post<ById>(path, options, async (request, reply) =>
      send(request, reply, await page(request, fieldsOf(request))),
    );
  const onPost: Section['onPost'] = (path, change, more = {}) =>
    onForm(
      path,
      async (trx, request, made) => {
        const act = async () => {
          const done = await change(trx, request, made);
          await note(trx, request, done);
          return done.to;
        };
        if (text(request, 'key') === '') return act();
        return once(trx, [personOf(request).id, request.url, fieldsOf(request).toString()], act);
      },
      more,
    );
  return {
    ...office,
    options,
    onGet,
    onShow,
    onPost,
    onCheck(path, sendPath, { form, check, act, again }) {
      onGet(path, (request) => form(request, undefined));
      onShow(`${path}/edit`, form);
      onShow(`${path}/check`, check);
      onPost(sendPath, act, { again });
    },
    onAct(name, notice, did, change) {
      onPost(`${section}/:id/${name}`, async (trx, { params: { id } }) => {
        await change(trx, id);
        const isGone = notice === 'deleted';
        return { to: telling(isGone ? section : `${section}/${id}`, notice), did };
      });
    },
    onSave(path, table, save, before) {
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
      );
    },
  };
}
