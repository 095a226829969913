import { createHash, generateKeyPairSync, sign } from 'node:crypto';

import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { addPasskey } from '#server/office/passkeys.ts';
import { allPeople } from '#server/office/people.ts';

import { entered, linkFor, openOffice, problemIn, type Scene, textIn } from './office-scene.ts';
import { answered } from './store.ts';

const id = Buffer.from('passkey').toString('base64url');
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();

/** Adds a device for the first person: an authenticator's key and a row in the store. */
async function addDevice({ store }: Scene) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = [x, y].map((part) => Buffer.from(part, 'base64url').toString('hex'));
  // A COSE key in CBOR: EC2, ES256, P-256.
  const public_key = Buffer.from(`a5010203262001215820${point[0]}225820${point[1]}`, 'hex');
  const [person] = await allPeople(store.db);
  await store.write((trx) => addPasskey(trx, { id, person: person?.id ?? '', public_key, counter: 0 }));
  return privateKey;
}

type Changes = { origin?: string; challenge?: string; signed?: string };

/** Answers the server's challenge; `changes` make the answer wrong. */
async function signIn(scene: Scene, key: Awaited<ReturnType<typeof addDevice>>, changes: Changes = {}) {
  const { app, config } = scene;
  const post = (path: string, payload = {}) =>
    app.inject({ method: 'POST', url: `${officePaths.access}/${path}`, payload });
  const options = (await answered(200, post('sign-in-options'))).json<{ challenge: string }>();
  const { origin, hostname } = new URL(config.siteUrl);
  const { challenge = options.challenge, signed } = changes;
  const client = { type: 'webauthn.get', challenge, origin: changes.origin ?? origin };
  const clientData = Buffer.from(JSON.stringify(client));
  // Flags: user present and verified; counter: 1.
  const authenticator = Buffer.concat([sha256(hostname), Buffer.from('0500000001', 'hex')]);
  const bytes = Buffer.concat([authenticator, sha256(signed ?? clientData)]);
  const response = {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: authenticator.toString('base64url'),
    signature: sign('sha256', bytes, key).toString('base64url'),
  };
  return post('sign-in', { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
}

test.each<[string, Changes]>([
  ['signature', { signed: 'something else' }],
  ['challenge', { challenge: Buffer.from('x.1.x').toString('base64url') }],
  ['origin', { origin: 'https://elsewhere.example' }],
])('a passkey with the wrong %s does not sign anybody in', async (_, changes) => {
  const scene = await openOffice();
  const key = await addDevice(scene);
  const refused = await answered(403, signIn(scene, key, changes));
  expect([problemIn(refused), refused.headers['set-cookie']]).toEqual([
    expect.stringContaining('not accepted'),
    undefined,
  ]);
  const accepted = await answered(200, signIn(scene, key));
  expect(accepted.headers['set-cookie']).toMatch(/^office=/);
});

test('"Remove my passkeys" makes them unusable', async () => {
  const scene = await openOffice();
  const key = await addDevice(scene);
  expect((await scene.boss.get(officePaths.access)).body).toContain('1 passkey');
  await answered(303, scene.boss.post(`${officePaths.access}/remove`));
  expect((await scene.boss.get(officePaths.access)).body).toContain('No passkeys yet');
  await answered(403, signIn(scene, key));
});

test.each(['their own page', 'a colleague’s'])(
  'after "Sign out everywhere" on %s neither a passkey nor a link signs in',
  async (whose) => {
    const scene = await openOffice();
    const { app, boss, store, stranger } = scene;
    const key = await addDevice(scene);
    const [{ id: person = '' } = {}] = await allPeople(store.db);
    const other = await entered(app, store, 'two@hcs.example', 'all');
    const link = await linkFor(store, 'boss@hcs.example');
    const isOwn = whose === 'their own page';
    const path = isOwn ? officePaths.access : officePaths.person(person);
    expect(textIn(await (isOwn ? boss : other).get(path))).toMatch(
      /ends every session, link and passkey of boss@hcs\.example\. This server sends no email: only “npm run connect -- invite boss@hcs\.example” lets them in again\./,
    );
    if (isOwn) await boss.post(officePaths.signOut, { everywhere: '1' });
    else await answered(303, other.post(`${path}/sign-out`));
    expect((await boss.get(officePaths.home)).statusCode).toBe(401);
    await answered(403, signIn(scene, key));
    await answered(410, stranger.post(link));
    await answered(200, other.get(officePaths.home));
  },
);
