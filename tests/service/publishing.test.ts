import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { unpublish } from '#server/articles/publishing.ts';
import { closeVacancy } from '#server/vacancies/vacancies.ts';
import type { MediaItem } from '#src/contract/media.ts';

import { answered, markdown, openApp, sharedApp, stores } from './store.ts';
import { withSite } from './with-site.ts';

const id = 'rontgen-fur-leiterplatten';
const article = `---
type: press
title: Röntgen für Leiterplatten
date: 2026-11-20T12:00:00Z
image: board.jpg
featured: 1
---
## A *new* machine

![The [new] machine](machine.svg "Ours"), ![its board](board.jpg) and ![ours](/images/csr/education.svg)
`;
const textOnly = article.replace(/date: .*\n|image: .*\n|!\[The.*\) and /g, '');

/** A file with its pictures beside it. */
async function withPictures(text: string): Promise<string> {
  const file = markdown(text);
  const photo = sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#70a12f' } });
  const place = { GPSLatitudeRef: 'S', GPSLatitude: '15/1 25/1 0/1' };
  await photo
    .withExif({ IFD3: place })
    .jpeg()
    .toFile(join(dirname(file), 'board.jpg'));
  writeFileSync(join(dirname(file), 'machine.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return file;
}

const vacancy = (lines = '', text = 'Bring steady hands.') =>
  `---\nname: Solderer\ntype: part-time\ndate: 2026-11-20\n${lines}---\n${text}\n`;

describe.each(stores)('on $name', ({ newStore }) => {
  test('a published article is on the site with its pictures; taken off the site, it is a draft that keeps them', async () => {
    const { change, get, payload, command } = await openApp(await newStore());
    const list = () => payload<MediaItem[]>('media-room/press/0');
    const before = await list();
    expect(await command('publish', await withPictures(article))).toContain(`/media-room/${id}`);
    const [item] = await list();
    expect(item).toMatchObject({
      _id: id,
      title: 'Röntgen für Leiterplatten',
      createdAt: '2026-11-20T12:00:00.000Z',
      images: [{ width: 400 }, { width: 800 }, { src: item?.img_uri, width: 1600 }],
    });
    expect(await payload('media-priority')).toEqual(expect.arrayContaining([item]));
    const html = Buffer.from(item?.description ?? '', 'base64').toString();
    expect(html).toContain('<h2>A <em>new</em> machine</h2>');
    expect(html).toContain('src="/images/csr/education.svg"');
    const [, upload = ''] =
      /src="(\/uploads\/\w+\.svg)" alt="The \[new\] machine" title="Ours"/.exec(html) ?? [];
    const { headers } = await answered(200, get(upload));
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const [, inText = ''] = /src="(\/uploads\/\w+\.webp)" alt="its board"/.exec(html) ?? [];
    for (const url of [item?.img_uri ?? '', inText]) {
      const photo = await sharp((await answered(200, get(url))).rawPayload).metadata();
      expect(photo).toMatchObject({ format: 'webp', width: 1600, height: 800 });
      expect(photo.exif).toBeUndefined();
    }
    await change((trx) => unpublish(trx, id));
    expect(await list()).toEqual(before);
    await answered(404, get(`/connect/v1/media/${id}`));
    await answered(200, get(upload));
    await expect(change((trx) => unpublish(trx, id))).rejects.toThrow('No article');
  });

  test('a draft does not appear anywhere; a used title does not replace an article unless requested', async () => {
    const { payload, read: get, command, publish } = await openApp(await newStore());
    const read = () => payload<MediaItem>(`media/${id}`);
    expect(await command('publish', '--draft', await withPictures(article))).toContain('draft');
    await answered(404, get(`media/${id}`));
    await command('publish', '--replace', await withPictures(article));
    const first = await read();
    const refusal = { statusCode: 422, message: expect.stringContaining('--replace') };
    await expect(publish(textOnly)).rejects.toMatchObject(refusal);
    expect(await read()).toEqual(first);
    expect(await publish(textOnly, 'publish', '--replace')).toContain('(replaced)');
    const second = await read();
    expect([second.createdAt, second.img_uri]).toEqual([first.createdAt, undefined]);
  });

  test('several files are imported together', async () => {
    const { command } = await openApp({ ...(await newStore()), SAMPLE_CONTENT: '' });
    const [one, two] = ['One', 'Two'].map((title) =>
      markdown(`---\ntype: blog\ntitle: ${title}\n---\nText\n`),
    );
    const made = JSON.parse(await command('publish', `${one}`, `${two}`, '--json', '--replace'));
    expect(made).toMatchObject([{ id: 'one' }, { id: 'two', state: 'published' }]);
    const opened = await command('vacancy', 'open', markdown(vacancy()), markdown(vacancy('id: second\n')));
    expect(opened).toMatch(/^"Solderer" is open.*\/solderer\.\n"Solderer" is open.*\/second\.$/);
  });

  test('a lead appears as text under the title, on the card, in the feed and in link previews', async () => {
    const { get, payload, publish } = await openApp(await newStore(), withSite);
    const lead = 'Solder & <wire> in one sentence.';
    await publish(textOnly.replace('\n---\n', `\nlead: ${lead}\n---\n`));
    expect(await payload<MediaItem>(`media/${id}`)).toMatchObject({ lead });
    const escaped = 'Solder &amp; &lt;wire&gt; in one sentence.';
    const read = async (url: string) => (await get(url, { accept: 'text/html' })).body;
    const page = await read(`/media-room/${id}`);
    expect(page).toContain(`</h1><p class="lead">${escaped}</p>`);
    for (const name of ['name="description"', 'property="og:description"'])
      expect(page).toContain(`<meta ${name} content="${escaped}"/>`);
    expect(await read('/media-room')).toContain(`<p class="card-text">${escaped}</p>`);
    const feeds = (await read('/press.xml')) + (await read('/blog.xml'));
    expect(feeds).toContain('<description>Solder &#38; &#60;wire&#62; in one sentence.</description>');
  });

  test('a vacancy is listed as in its file, can be closed, then refuses applications with a reason, and can be reopened', async () => {
    const { apply, payload, change, publish } = await openApp(await newStore());
    const said = 'lead: Hands wanted.\nlocation: Lusaka\nsalary: K 9 000\nclosesAt: 2126-11-27\n';
    expect(await publish(vacancy(said), 'vacancy', 'open')).toContain(
      '/insider/career/solderer until 27 November 2126, 23:59 in Lusaka',
    );
    const [first, ...others] = await payload<{ _id: string }[]>('job-list');
    expect(first).toEqual({
      ...{ _id: 'solderer', name: 'Solderer', type: 'part-time', createdAt: '2026-11-20T00:00:00.000Z' },
      ...{ description: '<p>Bring steady hands.</p>\n', lead: 'Hands wanted.', location: 'Lusaka' },
      ...{ salary: 'K 9 000', closesAt: '2126-11-27T22:00:00.000Z' },
    });
    expect(others.find(({ _id }) => _id === 'talent-community')).not.toHaveProperty('salary');
    const close = () => change((trx) => closeVacancy(trx, 'solderer'));
    await close();
    const refused = await answered(422, apply({ job: 'solderer' }));
    expect(refused.json().error.details[0].message).toMatch(
      /^Applications for "Solderer" are closed\. Please choose another vacancy\.$/,
    );
    await expect(close()).rejects.toThrow('already closed');
    const refusal = { statusCode: 422, message: expect.stringContaining('--replace') };
    await expect(publish(vacancy('', 'Other'), 'vacancy', 'open')).rejects.toMatchObject(refusal);
    await answered(422, apply({ job: 'solderer' }));
    await publish(vacancy('', 'Other'), 'vacancy', 'open', '--replace');
    await answered(201, apply({ job: 'solderer' }));
  });
});

const site = sharedApp();
const dates = ['yesterday', '05-12-2026', '5 December', '2026-02-30', '2026-12-05T25:00'];

test.each([
  ['publish', 'no front matter', 'front matter between two lines'],
  ['publish', '---\ntype: cats\ntitle: x\n---\n', 'press or blog'],
  ['publish', '---\ntype: blog\n---\n', 'title: …'],
  ...dates.map((date) => [
    'publish',
    `---\ntype: blog\ntitle: x\ndate: ${date}\n---\n`,
    `date: "${date}" is not`,
  ]),
  ['publish', '---\ntype: blog\ntitle: x\nimage: gone.png\n---\n', 'Picture not found'],
  ['publish', '---\ntype: blog\ntitle: y\nimage: text.md\n---\n', 'is not a picture'],
  ['publish', '---\ntype: blog\ntitle: x\nfeatured: 100\n---\n', 'a number from 1 to 99'],
  ['publish', '---\ntype: blog\ntitle: x\nid: ../x\n---\n', 'is not a valid id'],
  ['vacancy open', vacancy('closesAt: 12-01-2027\n'), 'is not a date'],
  ['vacancy open', vacancy('closesAt: 2026-01-01\n'), 'is in the past'],
])('%s: an error in the file is reported %#', async (command, text, message) => {
  const { publish } = site();
  await expect(publish(text, ...command.split(' '))).rejects.toThrow(message);
});
