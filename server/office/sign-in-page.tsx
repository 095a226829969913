import type { FastifyReply, FastifyRequest } from 'fastify';

import { parseEmail } from '#src/contract/typed-text.ts';

import { Refusal } from '../lib/refusal.ts';
import { delayWords } from '../outgoing/said.ts';
import { Button, Form } from './components.tsx';
import { personOf, text } from './form.ts';
import { SignIn } from './frame.tsx';
import { logAction } from './log.ts';
import { officePaths } from './office-paths.ts';
import { type ById, cookieName, forAnyone, setCookie } from './open-office.tsx';
import type { Read, Request, Section } from './open-section.ts';
import { addMailedLink, endAccess, endSession, enter, findLink, hasPeople, sessionId } from './people.ts';
import { addSignInMail } from './sign-in-mail.ts';

/** For anyone. */
export function serveSignIn(section: Section): void {
  const { app, onGet, onShow } = section;
  onGet(officePaths.signIn, showSignIn);
  onShow(officePaths.signIn, sendLink);
  onGet(officePaths.enter(':id'), showLink);
  app.post<ById>(officePaths.enter(':id'), forAnyone, (...asked) => useLink(section, ...asked));
  const signedIn = { config: { role: 'editor' } } as const;
  app.post(officePaths.signOut, signedIn, (...asked) => signOut(section, ...asked));
}

export const showSignIn: Read = async (_, { store }) => {
  if (!(await hasPeople(store.db))) throw new Refusal(404, 'The office has not been set up yet.');
  return { title: 'Sign in', body: <SignIn then={officePaths.home} /> };
};

export const sendLink: Read = async (request, { store, config }) => {
  const email = parseEmail(text(request, 'email')).value.toLowerCase();
  if (config.smtpUrl !== null)
    await store.write(async (trx) => {
      const link = await addMailedLink(trx, email);
      if (link !== undefined) await addSignInMail(trx, link, email);
    });
  const how =
    config.smtpUrl === null
      ? 'This server does not send email. Ask the person who runs it for a new invitation.'
      : `If this address has access, we are sending a link to it. It works once and expires after 15 minutes. ${await delayWords(store.db, { isPublic: true })}`;
  const title = config.smtpUrl === null ? 'No email is sent' : 'Check your email';
  return { title, body: <p>{how}</p> };
};

/** An email program may open links by itself, so only the button uses the link. */
export const showLink: Read = async ({ params: { id: token } }, { store }) => {
  if ((await findLink(store.db, token)) === undefined) throw worn();
  const body = (
    <>
      <p>Press the button to sign in on this device. The link works once.</p>
      <Form action={officePaths.enter(token)}>
        <Button isPrimary>Sign in</Button>
      </Form>
    </>
  );
  return { title: 'Welcome', body };
};

export async function useLink({ store, config }: Section, request: Request, reply: FastifyReply) {
  const session = await store.write(async (trx) => {
    const entered = await enter(trx, request.params.id, request.headers['user-agent'] ?? '');
    if (entered) await logAction(trx, entered.person, 'signed in with a link');
    return entered;
  });
  if (session === undefined) throw worn();
  return setCookie(reply, config, session.cookie).redirect(officePaths.home, 303);
}

export async function signOut({ store, config }: Section, request: FastifyRequest, reply: FastifyReply) {
  const { id } = personOf(request);
  const own = sessionId(request.cookies[cookieName(config)] ?? '');
  const isEverywhere = text(request, 'everywhere') !== '';
  await store.write((trx) => (isEverywhere ? endAccess(trx, id) : endSession(trx, id, own)));
  return setCookie(reply, config, '').redirect(officePaths.signIn, 303);
}

function worn(): Refusal {
  return new Refusal(410, 'This link has been used, has expired or is incomplete. Ask for a new one below.');
}
