import type { FastifyReply } from 'fastify';

import { officePaths } from '#src/paths.ts';

import { noteAction } from '../domain/log.ts';
import { addSignInMail } from '../domain/mail.ts';
import { addMailedLink, endSessions, enter, findLink, hasPeople } from '../domain/people.ts';
import { Refusal } from '../domain/refusal.ts';
import { signInBody } from './sign-in-body.ts';
import { html } from './view.ts';
import { cookieName, type Office, setCookie, text } from './visit.ts';

const anyone = { config: { role: 'none' } } as const;

/** Signing in by a link, and signing out. */
export function serveSignIn({ app, store, config, send }: Office): void {
  const seeOther = (reply: FastifyReply, path: string) => reply.redirect(path, 303);

  app.get(officePaths.signIn, anyone, async (request, reply) => {
    if (!(await hasPeople(store.db))) throw new Refusal(404, 'There is no office yet.');
    return send(request, reply, { title: 'Sign in', body: signInBody() });
  });

  app.post(officePaths.signIn, anyone, async (request, reply) => {
    const email = text(request, 'email').toLowerCase();
    if (config.smtpUrl !== null)
      await store.write(async (trx) => {
        const link = await addMailedLink(trx, email);
        if (link !== undefined) await addSignInMail(trx, link, email);
      });
    const how =
      config.smtpUrl === null
        ? 'This server sends no mail. Ask whoever runs it for a new invitation.'
        : 'If this address belongs to somebody with access, a link is on its way. It works once, for 15 minutes.';
    return send(request, reply, { title: 'Look into your mail', body: html`<p>${how}</p>` });
  });

  // A mail program may open a link by itself: only the button uses it up.
  app.get<{ Params: { token: string } }>(officePaths.enter(':token'), anyone, async (request, reply) => {
    const { token } = request.params;
    if ((await findLink(store.db, token)) === undefined) throw worn();
    const body = html`<form method="post" action=${officePaths.enter(token)}>
      <button className="btn btn-primary">Sign in</button>
    </form>`;
    return send(request, reply, { title: 'Welcome', body });
  });

  app.post<{ Params: { token: string } }>(officePaths.enter(':token'), anyone, async (request, reply) => {
    const agent = request.headers['user-agent'] ?? '';
    const session = await store.write(async (trx) => {
      const entered = await enter(trx, request.params.token, agent);
      if (entered) await noteAction(trx, entered.person, 'signed in by a link');
      return entered;
    });
    if (session === undefined) throw worn();
    setCookie(reply, config, session.cookie);
    return seeOther(reply, officePaths.passkey);
  });

  app.post(officePaths.signOut, { config: { role: 'editor' } }, async (request, reply) => {
    const { person } = request;
    const isEverywhere = text(request, 'everywhere') !== '';
    const value = request.cookies[cookieName(config)] ?? '';
    await store.write((trx) =>
      endSessions(trx, isEverywhere && person ? { person: person.id } : { cookie: value }),
    );
    setCookie(reply, config, '');
    return seeOther(reply, officePaths.signIn);
  });
}

function worn(): Refusal {
  return new Refusal(410, 'This link was used already, is too old or is incomplete.');
}
