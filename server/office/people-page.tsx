import { Refusal } from '../lib/refusal.ts';
import * as ui from './components.tsx';
import { found, text } from './form.ts';
import { telling } from './notices.ts';
import { officePaths } from './office-paths.ts';
import {
  allPeople,
  endSessions,
  invite,
  readInvitation,
  readPerson,
  removePerson,
  setRole,
} from './people.ts';
import type { Section } from './section.ts';
import { addSignInMail } from './sign-in-mail.ts';

const roles = [
  { value: 'all', label: 'Everything', hint: 'Also applications, enquiries, vacancies, people and the log.' },
  { value: 'editor', label: 'Articles and newsletter', hint: 'No applicants, vacancies or people.' },
] as const;
const roleOf = (value: string) => (value === 'all' ? 'all' : 'editor');
const roleNames = { all: 'everything', editor: 'articles and newsletter' };

export function servePeople({ store, config, onAct, onGet, onPost }: Section): void {
  onGet(officePaths.people, async () => {
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
  });

  onPost(officePaths.people, async (trx, request) => {
    const invited = await invite(trx, text(request, 'email'), roleOf(text(request, 'role')));
    const { person, isKnown, link } = invited;
    if (config.smtpUrl !== null) await addSignInMail(trx, link, person.email);
    const page = officePaths.invitation(link);
    const to = isKnown ? telling(page, 'known') : page;
    return { to, did: 'invited', subject: { kind: 'person', id: person.id } };
  });

  onGet(officePaths.invitation(':id'), async ({ params }) => {
    const invitation = await readInvitation(store.db, params.id);
    if (invitation === undefined) throw new Refusal(404, 'This invitation has been used or has expired.');
    const { email, expires_at, token } = invitation;
    const sent =
      config.smtpUrl === null ? 'Send them this link.' : 'We are also sending them this link by email.';
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
  });

  onGet(officePaths.person(':id'), async ({ params }) => {
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
        <ui.Actions>
          <ui.Press action={`${path}/sign-out`}>Sign out everywhere</ui.Press>
        </ui.Actions>
        <ui.Fold summary="Remove">
          <p>This ends the person's access at once and deletes their passkeys and links.</p>
          <ui.Press action={`${path}/remove`}>{`Remove ${email}`}</ui.Press>
        </ui.Fold>
      </>
    );
    return { title: email, body };
  });

  onPost(officePaths.person(':id'), async (trx, request) => {
    const { id } = request.params;
    await setRole(trx, id, roleOf(text(request, 'role')));
    return { to: telling(officePaths.person(id), 'access'), did: 'changed access for' };
  });

  onAct('sign-out', 'signed-out', 'signed out', (trx, id) => endSessions(trx, id));
  onAct('remove', 'removed', 'removed', removePerson);
}
