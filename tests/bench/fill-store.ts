import { createHash } from 'node:crypto';

import type { Insertable } from 'kysely';
import sharp from 'sharp';

import { contactKey, searchText } from '#server/store/contact-key.ts';
import type { Store } from '#server/store/open-store.ts';
import type { Tables } from '#server/store/schema.ts';
import { partBytes, partCount } from '#src/contract/attachments.ts';

import { seeded } from '../kit/seeded.ts';

const dayMs = 24 * 3_600_000;
const fileBytes = 2_500_000;
const rowsPerFile = 100;
const rowsAtOnce = 250;

type Row = { number: number; id: string; created_at: string; isOld: boolean };

/**
 * Fills a store as `rows` applications would leave it: of every ten, eight are older than 30 days, two were answered, and one
 * in a hundred has a file; with enquiries, subscribers, articles and the log in proportion. 20,000 make some 700 MB.
 */
export async function fillStore(store: Store, rows: number, job: string): Promise<void> {
  const random = seeded(1);
  const words = (characters: number) => {
    let text = '';
    while (text.length < characters) text += `${Math.floor(random() * 36 ** 6).toString(36)} `;
    return text.trim();
  };
  const add = async <T extends keyof Tables>(table: T, all: Insertable<Tables[T]>[]) => {
    if (all.length > 0) await store.write((trx) => trx.insertInto(table).values(all).execute());
  };
  for (let start = 0; start < rows; start += rowsAtOnce) {
    const some = Array.from({ length: Math.min(rowsAtOnce, rows - start) }, (_, index): Row => {
      const number = start + index;
      const isOld = number < rows * 0.8;
      const days = isOld ? 300 - (number / rows) * 300 : ((rows - number) / rows) * 100;
      const created_at = ago(days + (isOld ? 31 : 0));
      const time = Date.parse(created_at).toString(16).padStart(12, '0');
      const id = `${time.slice(0, 8)}-${time.slice(8)}${idOf(number).slice(13)}`;
      return { number, id, created_at, isOld };
    });
    await add(
      'applications',
      some.map((row) => applicationOf(row, job, words)),
    );
    await add(
      'log',
      some.map(({ id, created_at: at }) => ({
        id: idOf(`log ${id}`),
        at,
        person: 'nobody',
        action: 'read',
        subject: id,
        kind: 'application' as const,
      })),
    );
    const answered = some.filter(isAnswered);
    const at = { created_at: ago(20), state: 'sent' as const, due_at: ago(20), ended_at: ago(20) };
    await add(
      'messages',
      answered.map(({ id }) => ({ id: idOf(`message ${id}`), kind: 'reply' as const, about: id, ...at })),
    );
    await add(
      'replies',
      answered.map(({ id }) => ({
        id: idOf(`reply ${id}`),
        application: id,
        person: 'nobody',
        subject: 'Your application',
        text: words(600),
        message: idOf(`message ${id}`),
        created_at: ago(20),
      })),
    );
    await add(
      'enquiries',
      some
        .filter(({ number }) => number % 10 === 0)
        .map(({ number, created_at }) => ({
          id: idOf(`enquiry ${number}`),
          ...personOf(number),
          phone: '',
          about: 'Other',
          created_at,
          request_key: idOf(`key ${number}`),
          fingerprint: idOf(`text ${number}`),
          contact_key: contactKey(personOf(number).email),
          search_text: searchText(personOf(number).name, personOf(number).email),
          message: words(800),
        })),
    );
    await add(
      'subscribers',
      some
        .filter(({ number }) => number % 4 === 0)
        .map(({ number, created_at }) => ({
          ...personOf(number),
          email_key: contactKey(personOf(number).email),
          search_text: searchText(personOf(number).name, personOf(number).email),
          created_at,
          fingerprint: '',
          token: idOf(`token ${number}`),
          confirmed_at: created_at,
        })),
    );
    await add(
      'articles',
      some
        .filter(({ number }) => number % 25 === 0)
        .map(({ number, created_at }) => ({
          id: `article-${number}`,
          kind: 'press' as const,
          title: words(50),
          created_at,
          visible_from: created_at,
          source: words(10_000),
          body: `<p>${words(10_000)}</p>`,
        })),
    );
    for (const { id, created_at } of some.filter(({ number }) => number % rowsPerFile === 0)) {
      const bytes = Buffer.from(words(fileBytes / 10).repeat(10));
      const attachment = idOf(`file ${id}`);
      await add('attachments', [
        {
          id: attachment,
          application: id,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          name: 'CV.pdf',
          size: bytes.length,
          type: 'application/pdf',
          created_at,
          heard_at: created_at,
          stored: bytes.length,
          arrived_at: created_at,
        },
      ]);
      await add(
        'attachment_parts',
        Array.from({ length: partCount(bytes.length) }, (_, number) => ({
          attachment,
          number,
          bytes: bytes.subarray(number * partBytes, (number + 1) * partBytes),
        })),
      );
    }
  }
}

/** Adds articles with pictures; returns their ids. */
export async function addPictureArticles(store: Store, count: number): Promise<string[]> {
  const random = seeded(2);
  const size = { width: 1_200, height: 800, channels: 3 as const };
  const ids = Array.from({ length: count }, (_, number) => `picture-${number}`);
  for (const id of ids) {
    const raw = Buffer.from(Array.from({ length: size.width * size.height * 3 }, () => random() * 256));
    const bytes = await sharp(raw, { raw: size }).webp().toBuffer();
    const created_at = ago(1);
    await store.write(async (trx) => {
      await trx
        .insertInto('pictures')
        .values({ name: `${id}.webp`, type: 'image/webp', created_at, bytes })
        .execute();
      const image = `/uploads/${id}.webp`;
      const article = { id, kind: 'press' as const, title: id, image, created_at, visible_from: created_at };
      await trx
        .insertInto('articles')
        .values({ ...article, source: 'Text', body: '<p>Text</p>' })
        .execute();
    });
  }
  return ids;
}

const isAnswered = ({ number }: Row) => number % 5 === 0;

function applicationOf(row: Row, job: string, words: (characters: number) => string) {
  const { number, id, created_at } = row;
  const { name, email } = personOf(number);
  return {
    ...{ id, job, name, email, created_at, mobile: '+260 97 000 0000' },
    ...{ profile: `https://profiles.example/${number}`, request_key: idOf(`key ${number}`) },
    ...{ fingerprint: createHash('sha256').update(id).digest('base64url'), description: words(1_400) },
    ...{ contact_key: contactKey(email), search_text: searchText(name, email) },
    state: isAnswered(row) ? ('closed' as const) : number % 2 ? ('received' as const) : ('read' as const),
  };
}

const personOf = (number: number) => ({
  name: `Person${number.toString(36)} Testfield`,
  email: `person${number}@example.com`,
});

const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** The same UUID for the same text. */
function idOf(text: string | number): string {
  const hash = createHash('sha256').update(String(text)).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
