import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

import * as site from '#src/words/site.ts';

import { Refusal } from '../lib/refusal.ts';
import { Actions, Button, counted, moment, Press, Rows } from './components.tsx';
import { personOf, text } from './form.ts';
import { logAction } from './log.ts';
import { telling } from './notices.ts';
import { officePaths } from './office-paths.ts';
import { cookieName, forAnyone, setCookie } from './open-office.tsx';
import type { Change, Section } from './open-section.ts';
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
export function serveAccess({ app, store, config, options, onGet, onPost }: Section): void {
  const { origin, hostname: rpID } = new URL(config.siteUrl);
  const expected = {
    expectedChallenge: (challenge: string) =>
      store.write((trx) => takeChallenge(trx, Buffer.from(challenge, 'base64url').toString())),
    expectedOrigin: origin,
    expectedRPID: rpID,
  };

  onGet(officePaths.access, async (request) => {
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
  });

  onPost(`${officePaths.access}/sign-out`, signOutElsewhere);

  app.post(`${officePaths.access}/add-options`, options, async (request) => {
    const { id, email } = personOf(request);
    const { generateRegistrationOptions } = await webAuthn();
    return generateRegistrationOptions({
      rpName: site.name,
      rpID,
      userName: email,
      userID: new TextEncoder().encode(id),
      challenge: await newChallenge(store.db),
      excludeCredentials: await passkeysOf(store.db, id),
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  app.post(`${officePaths.access}/add`, options, async (request) => {
    const person = personOf(request).id;
    const response = request.body as RegistrationResponseJSON;
    const { verifyRegistrationResponse } = await webAuthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response,
      supportedAlgorithmIDs: algorithms,
    }).catch(notAccepted);
    if (!verified) return notAccepted();
    const { id, publicKey: public_key, counter } = registrationInfo.credential;
    await store.write(async (trx) => {
      await addPasskey(trx, { id, person, public_key, counter });
      await logAction(trx, person, 'added a passkey');
    });
    return { path: telling(officePaths.access, 'passkey') };
  });

  onPost(`${officePaths.access}/remove`, async (trx, request) => {
    await removePasskeys(trx, personOf(request).id);
    return { to: telling(officePaths.access, 'passkeys-removed'), did: 'removed their passkeys' };
  });

  app.post(`${officePaths.access}/sign-in-options`, forAnyone, async () => {
    const { generateAuthenticationOptions } = await webAuthn();
    return generateAuthenticationOptions({
      rpID,
      challenge: await newChallenge(store.db),
      userVerification: 'required',
    });
  });

  app.post(`${officePaths.access}/sign-in`, forAnyone, async (request, reply) => {
    const response = request.body as AuthenticationResponseJSON;
    const passkey = await findPasskey(store.db, String(response?.id));
    if (passkey === undefined) return notAccepted();
    const { id, public_key, counter, person } = passkey;
    const { verifyAuthenticationResponse } = await webAuthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
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
  });
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
