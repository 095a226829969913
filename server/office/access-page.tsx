import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';

import * as site from '#src/words/site.ts';

import { Refusal } from '../lib/refusal.ts';
import { Actions, Button, counted, moment, Press, Rows } from './components.tsx';
import { personOf, text } from './form.ts';
import { logAction } from './log.ts';
import { telling } from './notices.ts';
import { officePaths } from './office-paths.ts';
import { cookieName, forAnyone, setCookie } from './open-office.tsx';
import type { Change, Read, Section } from './open-section.ts';
import {
  addPasskey,
  countUse,
  findPasskey,
  newChallenge,
  passkeysOf,
  removePasskeys,
  takeChallenge,
} from './passkeys.ts';
import { endSession, sessionId, sessionsOf, startSession } from './people.ts';
import { SignOutEverywhere } from './people-page.tsx';

/** ES256 and RS256: every authenticator supports one of them. */
const algorithms = [-7, -257];
/** Loaded on first use, because it takes 30 MB. */
const webAuthn = () => import('@simplewebauthn/server');

/** Serves "Your access" and the passkey calls of `office.js`. */
export function serveAccess(section: Section): void {
  const { app, options, onGet, onPost } = section;
  const path = officePaths.access;
  onGet(path, showAccess);
  onPost(`${path}/sign-out`, signOutElsewhere);
  onPost(`${path}/remove`, removeOwnPasskeys);
  app.post(`${path}/add-options`, options, (request) => offerToAdd(section, request));
  app.post(`${path}/add`, options, (request) => addOwnPasskey(section, request));
  app.post(`${path}/sign-in-options`, forAnyone, () => offerToSignIn(section));
  app.post(`${path}/sign-in`, forAnyone, (request, reply) => signInByPasskey(section, request, reply));
}

export const showAccess: Read = async (request, { store, config }) => {
  const person = personOf(request);
  const passkeys = await passkeysOf(store.db, person.id);
  const sessions = await sessionsOf(store.db, person.id);
  const here = sessionId(request.cookies[cookieName(config)] ?? '');
  const body = (
    <>
      <p>You are signed in as {person.email}.</p>
      <h2>Where you are signed in</h2>
      <Rows
        items={sessions.map(({ id, agent, used_at }) => ({
          title: deviceOf(agent),
          facts: id === here ? 'this device' : `last used ${moment(used_at)}`,
          more: id !== here && (
            <Actions>
              <Press action={`${officePaths.access}/sign-out`} values={{ session: id }}>
                Sign out
              </Press>
            </Actions>
          ),
        }))}
      />
      <SignOutEverywhere action={officePaths.signOut} email={person.email} config={config} />
      <h2>Passkeys</h2>
      <p>{passkeys.length === 0 ? 'No passkeys yet' : counted(passkeys.length, 'passkey')}</p>
      <PasskeyOffer />
      {passkeys.length > 0 && <Press action={`${officePaths.access}/remove`}>Remove my passkeys</Press>}
    </>
  );
  return { title: 'Your access', body };
};

const rpIdOf = ({ config }: Section) => new URL(config.siteUrl).hostname;

/** What a passkey's answer must say; its challenge is taken by the first that asks. */
const expectedBy = (section: Section) => ({
  expectedChallenge: (challenge: string) =>
    section.store.write((trx) => takeChallenge(trx, Buffer.from(challenge, 'base64url').toString())),
  expectedOrigin: new URL(section.config.siteUrl).origin,
  expectedRPID: rpIdOf(section),
});

async function offerToAdd(section: Section, request: FastifyRequest) {
  const { id, email } = personOf(request);
  const { db } = section.store;
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: rpIdOf(section),
    userName: email,
    userID: new TextEncoder().encode(id),
    challenge: await newChallenge(db),
    excludeCredentials: await passkeysOf(db, id),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

async function addOwnPasskey(section: Section, request: FastifyRequest) {
  const person = personOf(request).id;
  const response = request.body as RegistrationResponseJSON;
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expectedBy(section),
    response,
    supportedAlgorithmIDs: algorithms,
  }).catch(notAccepted);
  if (!verified) return notAccepted();
  const { id, publicKey: public_key, counter } = registrationInfo.credential;
  await section.store.write(async (trx) => {
    await addPasskey(trx, { id, person, public_key, counter });
    await logAction(trx, person, 'added a passkey');
  });
  return { path: telling(officePaths.access, 'passkey') };
}

const removeOwnPasskeys: Change = async (trx, request) => {
  await removePasskeys(trx, personOf(request).id);
  return { to: telling(officePaths.access, 'passkeys-removed'), did: 'removed their passkeys' };
};

async function offerToSignIn(section: Section) {
  const { generateAuthenticationOptions } = await webAuthn();
  const challenge = await newChallenge(section.store.db);
  return generateAuthenticationOptions({ rpID: rpIdOf(section), challenge, userVerification: 'required' });
}

async function signInByPasskey(section: Section, request: FastifyRequest, reply: FastifyReply) {
  const { store, config } = section;
  const response = request.body as AuthenticationResponseJSON;
  const passkey = await findPasskey(store.db, String(response?.id));
  if (passkey === undefined) return notAccepted();
  const { id, public_key, counter, person } = passkey;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectedBy(section),
    response,
    credential: { id, publicKey: new Uint8Array(public_key), counter },
  }).catch(notAccepted);
  if (!verified) return notAccepted();
  const session = await store.write(async (trx) => {
    if (!(await countUse(trx, id, authenticationInfo.newCounter))) return notAccepted();
    await logAction(trx, person, 'signed in with a passkey');
    return startSession(trx, person, request.headers['user-agent'] ?? '');
  });
  setCookie(reply, config, session);
  return { path: officePaths.home };
}

const signOutElsewhere: Change = async (trx, request) => {
  await endSession(trx, personOf(request).id, text(request, 'session'));
  return { to: telling(officePaths.access, 'signed-out') };
};

function notAccepted(): never {
  throw new Refusal(403, 'This passkey was not accepted. Use a link by email instead.');
}

/** Shown by office.js if the browser supports passkeys. */
export const PasskeyOffer = ({ words = '' }) => (
  <p id="passkey" hidden>
    {words}{' '}
    <Button type="button" data-passkey="add" data-path={officePaths.access}>
      Add a passkey for this device
    </Button>
  </p>
);

const browsers: [RegExp, string][] = [
  [/\bEdg[A-Z]*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const devices: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/^(?=.*\bAndroid\b).*\bMobile\b/, 'an Android phone'],
  [/\bAndroid\b/, 'an Android tablet'],
  [/\bWindows\b/, 'a Windows computer'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b|\bX11\b/, 'a Linux computer'],
];

export function deviceOf(agent: string): string {
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(agent))?.[1];
  return `${find(browsers) ?? 'A browser'} on ${find(devices) ?? 'an unknown device'}`;
}
