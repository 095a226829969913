import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';

import { company } from '#src/content/company.ts';
import { officePaths } from '#src/paths.ts';

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
import { type Person, sessionsOf, startSession } from '../domain/people.ts';
import { Refusal } from '../domain/refusal.ts';
import { button, html } from './view.ts';
import { type Office, setCookie } from './visit.ts';

/** ES256 and RS256: every authenticator has one of them. */
const algorithms = [-7, -257];
const own = { config: { role: 'editor' } } as const;
const anyone = { config: { role: 'none' } } as const;

/** The page of one's own access, and the calls of `office.js` for passkeys. */
export function servePasskeys({ app, store, config, send }: Office): void {
  const { origin, hostname: rpID } = new URL(config.siteUrl);
  const isOurs = (challenge: string) =>
    store.write((trx) => takeChallenge(trx, Buffer.from(challenge, 'base64url').toString()));
  const personOf = ({ person }: FastifyRequest): Person => {
    if (person === null) throw new Refusal(401, 'Please sign in.');
    return person;
  };

  app.get(officePaths.passkey, own, async (request, reply) => {
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

  app.post(`${officePaths.passkey}/add-options`, own, async (request) => {
    const person = personOf(request);
    const known = await passkeysOf(store.db, person.id);
    return generateRegistrationOptions({
      rpName: company.name,
      rpID,
      userName: person.email,
      userID: new TextEncoder().encode(person.id),
      challenge: await newChallenge(store.db),
      excludeCredentials: known.map(({ id }) => ({ id })),
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
  });

  app.post(`${officePaths.passkey}/add`, own, async (request, reply) => {
    const person = personOf(request);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: request.body as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: isOurs,
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: false,
    }).catch(notAccepted);
    if (!verified) return notAccepted();
    const { id, publicKey, counter } = registrationInfo.credential;
    await store.write(async (trx) => {
      await addPasskey(trx, { id, person: person.id, public_key: publicKey, counter });
      await noteAction(trx, person.id, 'added a passkey');
    });
    return reply.send({ path: officePaths.passkey });
  });

  app.post(`${officePaths.passkey}/remove`, own, async (request, reply) => {
    const person = personOf(request);
    await store.write(async (trx) => {
      await removePasskeys(trx, person.id);
      await noteAction(trx, person.id, 'removed their passkeys');
    });
    return reply.redirect(officePaths.passkey, 303);
  });

  app.post(`${officePaths.passkey}/sign-in-options`, anyone, async () =>
    generateAuthenticationOptions({
      rpID,
      challenge: await newChallenge(store.db),
      userVerification: 'preferred',
    }),
  );

  app.post(`${officePaths.passkey}/sign-in`, anyone, async (request, reply) => {
    const response = request.body as Parameters<typeof verifyAuthenticationResponse>[0]['response'];
    const passkey = await findPasskey(store.db, String(response?.id));
    if (passkey === undefined) return notAccepted();
    const { id, public_key, counter, person } = passkey;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: isOurs,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id, publicKey: new Uint8Array(public_key), counter },
      requireUserVerification: false,
    }).catch(notAccepted);
    if (!verified) return notAccepted();
    const session = await store.write(async (trx) => {
      await countUse(trx, id, authenticationInfo.newCounter);
      await noteAction(trx, person, 'signed in by a passkey');
      return startSession(trx, person, request.headers['user-agent'] ?? '');
    });
    setCookie(reply, config, session);
    return reply.send({ path: officePaths.home });
  });
}

function notAccepted(): never {
  throw new Refusal(403, 'This passkey was not accepted. Use a link by e-mail instead.');
}
