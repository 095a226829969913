import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

import { company } from '#src/content/company.ts';

import { noteAction } from '../domain/log.ts';
import {
  addPasskey,
  countUse,
  findPasskey,
  newChallenge,
  passkeysOf,
  removePasskeys,
  takeChallenge,
} from '../domain/passkeys.ts';
import { sessionsOf, startSession } from '../domain/people.ts';
import { Refusal } from '../domain/refusal.ts';
import { officePaths } from '../office-paths.ts';
import { button, html } from './view.ts';
import { forAnyone, forEditors, type Office, personOf, setCookie } from './visit.ts';

/** ES256 and RS256: every authenticator has one of them. */
const algorithms = [-7, -257];
type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** The page of one's own access, and the calls of `office.js` for passkeys. */
export function servePasskeys({ app, store, config, send, onPost }: Office): void {
  const { origin, hostname: rpID } = new URL(config.siteUrl);
  const expected = {
    expectedChallenge: (challenge: string) =>
      store.write((trx) => takeChallenge(trx, Buffer.from(challenge, 'base64url').toString())),
    expectedOrigin: origin,
    expectedRPID: rpID,
  };

  app.get(officePaths.passkey, forEditors, async (request, reply) => {
    const person = personOf(request);
    const passkeys = await passkeysOf(store.db, person.id);
    const sessions = await sessionsOf(store.db, person.id);
    const body = html`<div>
      <p>You are signed in as ${person.email}.</p>
      <p id="passkey" hidden>
        <button type="button" className="btn btn-primary" data-passkey="add">Add a passkey for this device</button>
      </p>
      <p>Passkeys: ${passkeys.length}</p>
      ${passkeys.length > 0 && button(`${officePaths.passkey}/remove`, 'Remove my passkeys')}
      <h2>Where you are signed in</h2>
      <ul>
        ${sessions.map((one) => html`<li key=${one.id}>${one.agent}, last used ${one.used_at.slice(0, 16)}</li>`)}
      </ul>
      ${button(officePaths.signOut, 'Sign out everywhere', { everywhere: '1' })}
      <p><a href=${person.role === 'all' ? officePaths.home : officePaths.articles}>Go to the office</a></p>
    </div>`;
    return send(request, reply, { title: 'Your access', body });
  });

  app.post(`${officePaths.passkey}/add-options`, forEditors, async (request) => {
    const { id, email } = personOf(request);
    return generateRegistrationOptions({
      rpName: company.name,
      rpID,
      userName: email,
      userID: new TextEncoder().encode(id),
      challenge: await newChallenge(store.db),
      excludeCredentials: await passkeysOf(store.db, id),
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  app.post(`${officePaths.passkey}/add`, forEditors, async (request) => {
    const person = personOf(request).id;
    const response = request.body as Registration;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response,
      supportedAlgorithmIDs: algorithms,
    }).catch(notAccepted);
    if (!verified) return notAccepted();
    const { id, publicKey: public_key, counter } = registrationInfo.credential;
    await store.write(async (trx) => {
      await addPasskey(trx, { id, person, public_key, counter });
      await noteAction(trx, person, 'added a passkey');
    });
    return { path: officePaths.passkey };
  });

  onPost(`${officePaths.passkey}/remove`, 'editor', async (trx, request) => {
    await removePasskeys(trx, personOf(request).id);
    return { to: officePaths.passkey, did: 'removed their passkeys' };
  });

  app.post(`${officePaths.passkey}/sign-in-options`, forAnyone, async () =>
    generateAuthenticationOptions({
      rpID,
      challenge: await newChallenge(store.db),
      userVerification: 'required',
    }),
  );

  app.post(`${officePaths.passkey}/sign-in`, forAnyone, async (request, reply) => {
    const response = request.body as Authentication;
    const passkey = await findPasskey(store.db, String(response?.id));
    if (passkey === undefined) return notAccepted();
    const { id, public_key, counter, person, role } = passkey;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response,
      credential: { id, publicKey: new Uint8Array(public_key), counter },
    }).catch(notAccepted);
    if (!verified) return notAccepted();
    const session = await store.write(async (trx) => {
      await countUse(trx, id, authenticationInfo.newCounter);
      await noteAction(trx, person, 'signed in by a passkey');
      return startSession(trx, person, request.headers['user-agent'] ?? '');
    });
    setCookie(reply, config, session);
    return { path: role === 'all' ? officePaths.home : officePaths.articles };
  });
}

function notAccepted(): never {
  throw new Refusal(403, 'This passkey was not accepted. Use a link by email instead.');
}
