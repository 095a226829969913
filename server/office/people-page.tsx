import { type Config, connectCommand } from '../config.ts';
import { Refusal } from '../lib/refusal.ts';
import { delayWords } from '../outgoing/said.ts';
import * as ui from './components.tsx';
import { found, personOf, text } from './form.ts';
import { logAction } from './log.ts';
import { telling } from './notices.ts';
import { officePaths } from './office-paths.ts';
import type { Change, Read, Section } from './open-section.ts';
import { allPeople, endAccess, invite, readInvitation, readPerson, removePerson, setRole } from './people.ts';
import { addSignInMail } from './sign-in-mail.ts';

const roles = [
  { value: 'all', label: 'Everything', hint: 'Also applications, enquiries, vacancies, people and the log.' },
  { value: 'editor', label: 'Articles and newsletter', hint: 'Cannot see applicants, vacancies or people.' },
] as const;
const roleOf = (value: string) => (value === 'all' ? 'all' : 'editor');
const roleNames = { all: 'everything', editor: 'articles and newsletter' };

export function servePeople({ onGet, onPost }: Section): void {
  const path = officePaths.person(':id');
  onGet(officePaths.people, listPeople);
  onPost(officePaths.people, inviteColleague);
  onGet(officePaths.invitation(':id'), showInvitation);
  onGet(path, showPerson);
  onPost(path, changeAccess);
  onPost(`${path}/sign-out`, signOutEverywhere);
  onPost(`${path}/remove`, removeColleague);
}

export const listPeople: Read = async (_, { store }) => {
  const people = await allPeople(store.db);
  const body = (
    <>
      <ui.Rows
        items={people.map(({ id, email, role, lastHere }) => ({
          path: officePaths.person(id),
          title: email,
          facts: `${roleNames[role]} · ${lastHere === null ? 'never signed in' : `last seen ${ui.moment(lastHere)}`}`,
        }))}
      />
      <h2>Invite somebody</h2>
      <ui.Form action={officePaths.people}>
        <ui.Field label="Email" name="email" type="email" required />
        <ui.Radios legend="Access" name="role" choices={roles} chosen="editor" />{' '}
        <ui.Actions>
          <ui.Button isPrimary>Invite</ui.Button>
        </ui.Actions>
      </ui.Form>
    </>
  );
  return { title: 'People', body };
};

export const inviteColleague: Change = async (trx, request, _, { config }) => {
  const { person, isKnown, link } = await invite(trx, text(request, 'email'), roleOf(text(request, 'role')));
  if (config.smtpUrl !== null) await addSignInMail(trx, link, person.email);
  const page = officePaths.invitation(link);
  const to = isKnown ? telling(page, 'known') : page;
  return { to, did: `invited ${person.email}` };
};

export const showInvitation: Read = async ({ params }, { store, config }) => {
  const invitation = await readInvitation(store.db, params.id);
  if (invitation === undefined) throw new Refusal(404, 'This invitation has been used or has expired.');
  const { email, expires_at, token } = invitation;
  const sent =
    config.smtpUrl === null
      ? 'Send them this link.'
      : `We are also sending them this link by email. ${await delayWords(store.db)}`;
  const body = (
    <>
      <p>
        {email} has access. {sent} It works once and expires {ui.moment(expires_at)}.
      </p>
      <ui.Share label="Link" url={config.siteUrl + officePaths.enter(token)} />
      <p className="mt-4">
        <a href={officePaths.people}>People</a>
      </p>
    </>
  );
  return { title: 'Invited', body };
};

export const showPerson: Read = async ({ params }, { store, config }) => {
  const { id, email, role } = found(await readPerson(store.db, params.id));
  const path = officePaths.person(id);
  const body = (
    <>
      <ui.Form action={path}>
        <ui.Radios legend="Access" name="role" choices={roles} chosen={role} />{' '}
        <ui.Actions>
          <ui.Button isPrimary>Save</ui.Button>
        </ui.Actions>
      </ui.Form>
      <SignOutEverywhere action={`${path}/sign-out`} email={email} config={config} />
      <ui.Fold summary="Remove">
        <p>This ends the person's access at once and deletes their passkeys and links.</p>
        <ui.Press action={`${path}/remove`}>{`Remove ${email}`}</ui.Press>
      </ui.Fold>
    </>
  );
  return { title: email, body };
};

export const changeAccess: Change = async (trx, request) => {
  const { id, email } = found(await readPerson(trx, request.params.id));
  await setRole(trx, id, roleOf(text(request, 'role')));
  return { to: telling(officePaths.person(id), 'access'), did: `changed access for ${email}` };
};

export const signOutEverywhere: Change = async (trx, request) => {
  const { id, email } = found(await readPerson(trx, request.params.id));
  await endAccess(trx, id);
  return { to: telling(officePaths.person(id), 'signed-out'), did: `ended all access of ${email}` };
};

export const removeColleague: Change = async (trx, request) => {
  const { id, email } = found(await readPerson(trx, request.params.id));
  // Before it, because one may remove oneself.
  await logAction(trx, personOf(request).id, `removed ${email}`);
  await removePerson(trx, id);
  return { to: telling(officePaths.people, 'removed') };
};

type SignOutProps = { action: string; email: string; config: Config };

export const SignOutEverywhere = ({ action, email, config }: SignOutProps) => (
  <ui.Fold summary="Sign out everywhere">
    <p>
      This ends every session, link and passkey of {email}.{' '}
      {config.smtpUrl === null
        ? `This server sends no email: only “${connectCommand()} invite ${email}” lets them in again.`
        : 'A link by email then lets them in again.'}
    </p>
    <ui.Press action={action} values={{ everywhere: '1' }}>
      Sign out everywhere
    </ui.Press>
  </ui.Fold>
);
