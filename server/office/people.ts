import { statfs } from 'node:fs/promises';

import * as site from '#src/content/site.ts';

import { lastBackup } from '../db/facts.ts';
import { noteAction, readLog } from '../domain/log.ts';
import { addSignInMail, countMail } from '../domain/mail.ts';
import { allPeople, invite, removePerson, setRole } from '../domain/people.ts';
import { officePaths } from '../office-paths.ts';
import { button, field, html, pager, select } from './view.ts';
import { type Office, pageOf, personOf, queryOf, text } from './visit.ts';

const roles = [
  { value: 'all', label: 'Everything' },
  { value: 'editor', label: 'Articles and newsletter' },
] as const;
const roleOf = (value: string) => (value === 'all' ? 'all' : 'editor');
const logSize = 50;

/** Who may enter the office, how the server is, and what was done. */
export function servePeople({ app, store, config, send, onPost }: Office, builtAt: string): void {
  app.get(officePaths.people, async (request, reply) => {
    const people = await allPeople(store.db);
    const mail = await countMail(store.db);
    const backup = await lastBackup(store.db);
    const { bavail, bsize } = await statfs(config.dataDir);
    const body = html`<div>
      <ul className="vstack gap-3">
        ${people.map(
          ({ id, email, role }) =>
            html`<li key=${id} className="card card-body">
              <h2>${email}</h2>
              <form method="post" action=${officePaths.person(id)}>
                ${select('Access', 'role', roles, role)}
                <button className="btn btn-outline-primary btn-sm">Change access</button>
              </form>
              ${button(`${officePaths.person(id)}/remove`, `Remove ${email}`)}
            </li>`,
        )}
      </ul>
      <form method="post" action=${officePaths.people}>
        <h2>Invite somebody</h2>
        ${field({ label: 'Email', name: 'email', type: 'email', required: true })} ${select('Access', 'role', roles, 'editor')}
        <button className="btn btn-primary">Invite</button>
      </form>
      <h2>The server</h2>
      <ul>
        <li className=${backup.isLate ? 'alert alert-danger' : undefined}>Last backup: ${minuteOf(backup.at ?? 'none')}</li>
        <li>Mail: ${mail.waiting} waiting, ${mail.failed} failed since yesterday</li>
        <li>Room on the disk: ${Math.floor((bavail * bsize) / 1e6).toLocaleString(site.lang)} MB</li>
        <li>Version built ${minuteOf(builtAt)}</li>
      </ul>
    </div>`;
    return send(request, reply, { title: 'People', body });
  });

  app.post(officePaths.people, async (request, reply) => {
    const { person, token } = await store.write(async (trx) => {
      const invited = await invite(trx, text(request, 'email'), roleOf(text(request, 'role')));
      if (config.smtpUrl !== null) await addSignInMail(trx, invited.link, invited.person.email);
      await noteAction(trx, personOf(request).id, 'invited', invited.person.id);
      return invited;
    });
    const body = html`<div>
      <p>Give ${person.email} this link. It signs in once, within a day.</p>
      <p><code>${config.siteUrl + officePaths.enter(token)}</code></p>
      <p><a href=${officePaths.people}>People</a></p>
    </div>`;
    return send(request, reply, { title: 'Invited', body });
  });

  onPost(officePaths.person(':id'), 'all', async (trx, request) => {
    const { id } = request.params;
    await setRole(trx, id, roleOf(text(request, 'role')));
    return { to: officePaths.people, did: 'changed the access of', subject: id };
  });

  onPost(`${officePaths.person(':id')}/remove`, 'all', async (trx, request) => {
    const { id } = request.params;
    await removePerson(trx, id);
    return { to: officePaths.people, did: 'removed', subject: id };
  });

  app.get(officePaths.log, async (request, reply) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const rows = await readLog(store.db, page, logSize + 1);
    const body = html`<div>
      <ul>
        ${rows
          .slice(0, logSize)
          .map(
            ({ id, at, email, action, subject }) =>
              html`<li key=${id}>${minuteOf(at)}: ${email ?? 'somebody who was removed'} ${action} ${subject}</li>`,
          )}
      </ul>
      ${pager(officePaths.log, query, page, rows.length > logSize)}
    </div>`;
    return send(request, reply, { title: 'Log', body });
  });
}

const minuteOf = (time: string) => time.slice(0, 16).replace('T', ' ');
