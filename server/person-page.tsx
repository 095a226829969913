import { findApplication } from './applicants/application-search.ts';
import { findEnquiry } from './enquiries/enquiries.ts';
import * as ui from './office/components.tsx';
import { fieldsOf, found, text } from './office/form.ts';
import { telling } from './office/notices.ts';
import { officePaths } from './office/office-paths.ts';
import type { Change, Read, Section } from './office/open-section.ts';
import { correct, everythingAbout, forget, keyOfSender, partKinds, partsOf } from './person.ts';
import type { Db } from './store/schema.ts';
import type { Received } from './store/submissions.ts';

const of = {
  application: { path: officePaths.application, list: officePaths.applications, find: findApplication },
  enquiry: { path: officePaths.enquiry, list: officePaths.enquiries, find: findEnquiry },
};

/** Who sent this. */
async function senderOf(db: Db, kind: Received, id: string) {
  const { email, ...row } = found(await of[kind].find(db, id));
  return keyOfSender(email, 'mobile' in row ? row.mobile : row.phone);
}

/** Serves what the store has of whoever sent an application or enquiry. */
export function servePerson({ onGet, onPost }: Section, kind: Received): void {
  const page = officePaths.sender(of[kind].path(':id'));
  onGet(page, everything(kind));
  onPost(`${page}/correct`, correction(kind));
  onPost(`${page}/delete`, deletion(kind));
}

const everything =
  (kind: Received): Read =>
  async ({ params: { id } }, { store: { db } }) => {
    const key = await senderOf(db, kind, id);
    const all = await everythingAbout(db, key);
    const here = officePaths.sender(of[kind].path(id));
    const body = (
      <>
        {partsOf(all).map((part) => (
          <section key={part.kind + part.id}>
            <h2>{part.title}</h2>
            {part.values.map(([label, value]) => (
              <p key={label} className="plain-text mb-1" dir="auto">
                {label}: <bdi>{value}</bdi>
              </p>
            ))}
            <ui.Fold summary="Correct">
              <ui.Form action={`${here}/correct`}>
                <ui.Hidden values={{ kind: part.kind, row: part.id }} />
                {part.fields.map((field) => (
                  <ui.Field key={field.name} {...field} />
                ))}
                <ui.Button>Save</ui.Button>
              </ui.Form>
            </ui.Fold>
          </section>
        ))}
        {all.log.length > 0 && <p>The log names them {ui.counted(all.log.length, 'time')}.</p>}
        {all.others.length > 0 && (
          <p>
            They also gave <ui.Values of={all.others} />. What was sent with these alone is not on this page.
          </p>
        )}
        <ui.Fold summary="Delete everything">
          <p>
            This deletes all that is on this page. It cannot be undone; backups made before still contain it.
          </p>
          <ui.Press action={`${here}/delete`}>Delete everything</ui.Press>
        </ui.Fold>
      </>
    );
    return { title: `Everything about ${key}`, body };
  };

const correction =
  (kind: Received): Change =>
  async (trx, request) => {
    const to = telling(officePaths.sender(of[kind].path(request.params.id)), 'saved');
    const part = found(partKinds.find((one) => one === text(request, 'kind')));
    const id = text(request, 'row');
    const changed = await correct(trx, part, id, Object.fromEntries(fieldsOf(request)));
    if (changed.length === 0) return { to };
    if (part === 'subscription') return { to, did: 'corrected the name on the newsletter of the sender of' };
    return { to, did: `corrected the ${changed.join(', ')} of`, subject: { kind: part, id } };
  };

const deletion =
  (kind: Received): Change =>
  async (trx, request) => {
    await forget(trx, await senderOf(trx, kind, request.params.id));
    return { to: telling(of[kind].list, 'deleted'), did: 'deleted everything from the sender of' };
  };
