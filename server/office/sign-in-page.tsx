import { parseEmail } from '#src/contract/typed-text.ts';

import { Refusal } from '../lib/refusal.ts';
import { Button, Form } from './components.tsx';
import { personOf, text } from './form.ts';
import { SignIn } from './frame.tsx';
import { logAction } from './log.ts';
import { officePaths } from './office-paths.ts';
import { type ById, cookieName, forAnyone, type Office, setCookie } from './open-office.tsx';
import { addMailedLink, endAccess, endSession, enter, findLink, hasPeople, sessionId } from './people.ts';
import { addSignInMail } from './sign-in-mail.ts';

export function serveSignIn({ app, store, config, send }: Office): void {
  app.get(officePaths.signIn, forAnyone, async (request, reply) => {
    if (!(await hasPeople(store.db))) throw new Refusal(404, 'The staff pages have not been set up yet.');
    return send(request, reply, { title: 'Sign in', body: <SignIn then={officePaths.home} /> });
  });

  app.post(officePaths.signIn, forAnyone, async (request, reply) => {
    const email = parseEmail(text(request, 'email')).value.toLowerCase();
    if (config.smtpUrl !== null)
      await store.write(async (trx) => {
        const link = await addMailedLink(trx, email);
        if (link !== undefined) await addSignInMail(trx, link, email);
      });
    const how =
      config.smtpUrl === null
        ? 'This server does not send email. Ask the person who runs it for a new invitation.'
        : 'If this address has access, we have sent a link to it. It works once and expires after 15 minutes.';
    const title = config.smtpUrl === null ? 'No email is sent' : 'Check your email';
    return send(request, reply, { title, body: <p>{how}</p> });
  });

  // An email program may open links by itself, so only the button uses the link.
  app.get<ById>(officePaths.enter(':id'), forAnyone, async (request, reply) => {
    const { id: token } = request.params;
    if ((await findLink(store.db, token)) === undefined) throw worn();
    const body = (
      <>
        <p>Press the button to sign in on this device. The link works once.</p>
        <Form action={officePaths.enter(token)}>
          <Button isPrimary>Sign in</Button>
        </Form>
      </>
    );
    return send(request, reply, { title: 'Welcome', body });
  });

  app.post<ById>(officePaths.enter(':id'), forAnyone, async (request, reply) => {
    const session = await store.write(async (trx) => {
      const entered = await enter(trx, request.params.id, request.headers['user-agent'] ?? '');
      if (entered) await logAction(trx, entered.person, 'signed in with a link');
      return entered;
    });
    if (session === undefined) throw worn();
    return setCookie(reply, config, session.cookie).redirect(officePaths.home, 303);
  });

  app.post(officePaths.signOut, { config: { role: 'editor' } }, async (request, reply) => {
    const { id } = personOf(request);
    const own = sessionId(request.cookies[cookieName(config)] ?? '');
    const isEverywhere = text(request, 'everywhere') !== '';
    await store.write((trx) => (isEverywhere ? endAccess(trx, id) : endSession(trx, id, own)));
    return setCookie(reply, config, '').redirect(officePaths.signIn, 303);
  });
}

function worn(): Refusal {
  return new Refusal(410, 'This link has been used, has expired or is incomplete. Ask for a new one below.');
}
