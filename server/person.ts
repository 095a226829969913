import { sql } from 'kysely';

import { checkFields, type Field } from '#src/contract/fields.ts';
import { forms } from '#src/contract/forms.ts';
import { parseEmail, parsePhone, westernDigits } from '#src/contract/typed-text.ts';
import { fold } from '#src/lib/fold-text.ts';

import { wholeApplications } from './applicants/application-search.ts';
import { wholeEnquiries } from './enquiries/enquiries.ts';
import { spokenMoment } from './lib/local-time.ts';
import { Refusal } from './lib/refusal.ts';
import { forgetColleague, logAbout } from './office/log.ts';
import { deleteReceived } from './replies/delete-submissions.ts';
import { repliesTo } from './replies/replies.ts';
import { contactKey, phoneKeys } from './store/contact-key.ts';
import type { Db, Trx } from './store/schema.ts';
import { correctSender, type Received, received } from './store/submissions.ts';
import { correctSubscriber, findSubscriber, unsubscribe } from './subscribers/subscribers.ts';

/** Identifies a person: the key of an email address or of a phone number. Refuses what is not one of them alone. */
export function keyOf(who: string): string {
  const { value } = parseEmail(who);
  if (value !== '') return contactKey(value);
  const phone = /^[\d +()./]+$/.test(fold(westernDigits(who))) ? parsePhone(who).value : '';
  const [key, ...more] = phoneKeys(phone);
  if (key !== undefined && more.length === 0) return key;
  throw new Refusal(422, `"${who}" is neither an email address nor a phone number.`);
}

/** By the address or, without one, by the first phone number. */
export const keyOfSender = (email: string, phone: string) => contactKey(email) || (phoneKeys(phone)[0] ?? '');

const isAddress = (key: string) => key.includes('@');

async function idsOf(db: Db, kind: Received, key: string): Promise<string[]> {
  const { table, phone } = received[kind];
  const rows = db
    .selectFrom(table)
    .select(['id', sql.ref<string>(phone).as('phone')])
    .orderBy('created_at');
  if (isAddress(key)) return (await rows.where('contact_key', '=', key).execute()).map(({ id }) => id);
  const similar = await rows.where('search_text', 'like', `%${key}%`).execute();
  return similar.filter((row) => phoneKeys(row.phone).includes(key)).map(({ id }) => id);
}

async function withReplies<Row extends { id: string }>(db: Db, kind: Received, rows: Row[]) {
  const all = rows.map(async (row) => ({
    ...row,
    replies: (await repliesTo(db, row.id, kind)).map(({ at, subject, text }) => ({ at, subject, text })),
  }));
  return Promise.all(all);
}

async function subscriptionOf(db: Db, key: string) {
  const row = await findSubscriber(db, key);
  if (row === undefined) return [];
  const { name, email, created_at: since, confirmed_at: confirmed, consent } = row;
  return [{ id: key, name, email, since, confirmed, consent }];
}

/** All that the store has of a person. `others`: their other addresses and numbers; nothing is looked up by these. */
export async function everythingAbout(db: Db, key: string) {
  const application = await wholeApplications(db, await idsOf(db, 'application', key));
  const enquiry = await wholeEnquiries(db, await idsOf(db, 'enquiry', key));
  const given = [...application.map((row) => ({ ...row, phone: row.mobile })), ...enquiry];
  const keys = given.flatMap(({ email, phone }) => [contactKey(email), ...phoneKeys(phone)]);
  return {
    application: await withReplies(db, 'application', application),
    enquiry: await withReplies(db, 'enquiry', enquiry),
    subscription: isAddress(key) ? await subscriptionOf(db, key) : [],
    log: isAddress(key) ? await logAbout(db, key) : [],
    others: [...new Set(keys)].filter((other) => other !== '' && other !== key),
  };
}

type Everything = Awaited<ReturnType<typeof everythingAbout>>;

/** Deletes it. Returns how much there was. */
export async function forget(trx: Trx, key: string) {
  const log = isAddress(key) ? (await logAbout(trx, key)).length : 0;
  if (log > 0) await forgetColleague(trx, key);
  return {
    applications: await deleteReceived(trx, 'application', await idsOf(trx, 'application', key)),
    enquiries: await deleteReceived(trx, 'enquiry', await idsOf(trx, 'enquiry', key)),
    subscriptions: Number(isAddress(key) && (await unsubscribe(trx, key))),
    log,
  };
}

const titles = { application: 'Application', enquiry: 'Enquiry', subscription: 'Newsletter' };
type PartKind = keyof typeof titles;
export const partKinds = Object.keys(titles) as PartKind[];

/** Column of what is exported -> what it is called here. */
const labels = {
  ...{ received: 'Received', since: 'Since', vacancyName: 'Vacancy', about: 'About' },
  ...{ name: 'Name', email: 'Email', mobile: 'Phone', phone: 'Phone', profile: 'Profile' },
  ...{ description: 'Text', message: 'Text', files: 'Files', state: 'Status' },
  ...{ remark: 'Note for us', consent: 'Consent', confirmed: 'Confirmed' },
};

/** Each application, enquiry and subscription, with its values for people to read. */
export function partsOf(all: Everything) {
  return partKinds.flatMap((kind) =>
    all[kind].map((row: Values & { id: string }) => ({
      ...{ kind, id: row.id, title: titles[kind], values: valuesOf(row) },
      fields: Object.keys(correctable[kind]).map((name) => ({
        name,
        label: correctable[kind][name]?.label ?? name,
        value: String(row[name]),
      })),
    })),
  );
}

type Values = Record<string, unknown> & { replies?: { at: string; subject: string; text: string }[] };

function valuesOf({ replies = [], ...row }: Values): [label: string, text: string][] {
  const times = new Set(['received', 'since', 'confirmed']);
  const named = Object.entries(labels).map(([name, label]): [string, string] => {
    const text = String(row[name] ?? '');
    return [label, times.has(name) && text !== '' ? spokenMoment(new Date(text)) : text];
  });
  const said = replies.map(({ at, subject, text }): [string, string] => [
    `Our reply, ${spokenMoment(new Date(at))}`,
    `${subject}\n\n${text}`,
  ]);
  return [...named, ...said].filter(([, text]) => text !== '');
}

const { apply, enquiry, subscribe } = forms;

/** What can be corrected; the rest is what was said. */
const correctable: Record<PartKind, Record<string, Field>> = {
  application: { name: apply.fields.name, email: apply.fields.email, mobile: apply.fields.mobile },
  enquiry: { name: enquiry.fields.name, email: enquiry.fields.email, phone: enquiry.fields.phone },
  subscription: { name: subscribe.fields.name },
};

/** Returns the labels of the fields that have changed. */
export async function correct(trx: Trx, kind: PartKind, id: string, typed: object): Promise<string[]> {
  const checked = checkFields(correctable[kind], typed);
  if (!checked.ok) throw new Refusal(422, checked.problems.map(({ message }) => message).join(' '));
  const { name = '', email = '', mobile = '', phone = mobile } = checked.value;
  const before =
    kind === 'subscription'
      ? await correctSubscriber(trx, id, name)
      : await correctSender(trx, kind, id, { name, email, phone });
  const changed = Object.entries<unknown>({ ...before }).filter(
    ([field, text]) => text !== checked.value[field],
  );
  return changed.map(([field]) => (correctable[kind][field]?.label ?? field).toLowerCase());
}
