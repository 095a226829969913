import { officePaths } from '#src/paths.ts';

import { noteAction, readLog } from '../domain/log.ts';
import { addSignInMail } from '../domain/mail.ts';
import { allPeople, invite, removePerson, setRole } from '../domain/people.ts';
import { button, field, html, pager, select } from './view.ts';
import { type Office, pageOf, queryOf, text } from './visit.ts';

const roles = [
  { value: 'all', label: 'Everything' },
  { value: 'editor', label: 'Articles and newsletter' },
] as const;
const roleOf = (value: string) => (value === 'all' ? 'all' : 'editor');
const logSize = 50;

/** Who may enter the office, and what they did. */
export function servePeople({ app, store, config, send }: Office): void {
  app.get(officePaths.people, async (request, reply) => {
    const people = await allPeople(store.db);
    const body = html`<div>
      <ul className="vstack gap-3">
        ${people.map(
          ({ id, email, role }) =>
            html`<li key=${id} className="card card-body">
              <h2>${email}</h2>
              <form method="post" action=${officePaths.person(id)}>
                ${select('Access', `role`, roles, role)}
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
    </div>`;
    return send(request, reply, { title: 'People', body });
  });

  app.post(officePaths.people, async (request, reply) => {
    const { person, token } = await store.write(async (trx) => {
      const invited = await invite(trx, text(request, 'email'), roleOf(text(request, 'role')));
      if (config.smtpUrl !== null) await addSignInMail(trx, invited.link, invited.person.email);
      await noteAction(trx, request.person?.id ?? '', 'invited', invited.person.id);
      return invited;
    });
    const body = html`<div>
      <p>Give ${person.email} this link. It signs in once, within a day.</p>
      <p><code>${config.siteUrl + officePaths.enter(token)}</code></p>
      <p><a href=${officePaths.people}>People</a></p>
    </div>`;
    return send(request, reply, { title: 'Invited', body });
  });

  app.post<{ Params: { id: string } }>(officePaths.person(':id'), async (request, reply) => {
    const { id } = request.params;
    await store.write(async (trx) => {
      await setRole(trx, id, roleOf(text(request, 'role')));
      await noteAction(trx, request.person?.id ?? '', 'changed the access of', id);
    });
    return reply.redirect(officePaths.people, 303);
  });

  app.post<{ Params: { id: string } }>(`${officePaths.person(':id')}/remove`, async (request, reply) => {
    const { id } = request.params;
    await store.write(async (trx) => {
      await removePerson(trx, id);
      await noteAction(trx, request.person?.id ?? '', 'removed', id);
    });
    return reply.redirect(officePaths.people, 303);
  });

  app.get(officePaths.log, async (request, reply) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const rows = await readLog(store.db, page, logSize + 1);
    const body = html`<div>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            ${rows.slice(0, logSize).map(
              ({ id, at, email, action, subject }) =>
                html`<tr key=${id}>
                  <td>${at.slice(0, 16).replace('T', ' ')}</td>
                  <td>${email ?? 'somebody who was removed'}</td>
                  <td>${action} ${subject}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${pager(officePaths.log, query, page, rows.length > logSize)}
    </div>`;
    return send(request, reply, { title: 'Log', body });
  });
}
