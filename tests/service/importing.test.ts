import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { withStore } from '#server/commands/command.ts';
import { officePaths } from '#server/office/office-paths.ts';
import type { MediaItem } from '#src/contract/media.ts';

import { paragraph, run, wordFile } from '../kit/word.ts';
import { fileFromWord } from '../unit/server/pasted-texts.ts';
import { openOffice } from './office-scene.ts';
import { answered, openApp, stores, temporaryFolder } from './store.ts';

const photo = (width = 40) =>
  sharp({ create: { width, height: 20, channels: 3, background: '#70a12f' } })
    .png()
    .toBuffer();

/** Writes files below a folder; returns the path of the first. */
function written(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder();
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  });
  return paths[0] ?? folder;
}

const htmlOf = ({ description }: MediaItem) => Buffer.from(description ?? '', 'base64').toString();

const open = async () => {
  const app = await openApp({ SAMPLE_CONTENT: '' });
  const article = async (id: string) => htmlOf(await app.payload<MediaItem>(`media/${id}`));
  const texts = () =>
    withStore(app.config, ({ db }) => db.selectFrom('media').select(['id', 'source', 'losses']).execute());
  return { ...app, article, texts };
};

test('a draft stays a draft, and what was ignored is named', async () => {
  const { command, read } = await open();
  const front = '---\ntitle: "Draft: do not publish"\ntype: blog\ndate: 2026-11-20\n';
  const said = await command(
    'publish',
    written({ 'draft.md': `${front}draft: true\nfeatured: true\ntags: [lab]\n---\nNot yet.\n` }),
  );
  expect(said).toContain('is saved as a draft');
  expect(said).toContain('featured: true was ignored; write its position, such as 1.');
  expect(said).toMatch(/tags is not known and was ignored; known are type, title/);
  const other = written({ 'other.md': `${front}id: other\npublished: false\n---\nNot yet.\n` });
  expect(await command('publish', other)).toContain('is saved as a draft');
  const unclear = written({ 'unclear.md': `${front}id: unclear\ndraft: maybe\n---\nNot yet.\n` });
  expect(await command('publish', unclear)).toContain('saved as a draft: draft: maybe');
  const hidden = written({ '_drafts/hidden.md': `${front}id: hidden\n---\nNot yet.\n` });
  expect(await command('publish', hidden)).toContain('is saved as a draft');
  for (const id of ['draft-do-not-publish', 'other', 'unclear', 'hidden'])
    await answered(404, read(`media/${id}`));
});

test('a draft vacancy is not opened, and alerts nobody', async () => {
  const { command, payload, config } = await open();
  const text = '---\nname: Welder\ntype: full-time\ndraft: true\n---\nCome.\n';
  expect(await command('vacancy', 'open', written({ 'welder.md': text }))).toBe(
    '"Welder" is saved as a draft: draft: true.',
  );
  expect(JSON.stringify(await payload('job-list'))).not.toContain('Welder');
  expect(config.smtpUrl).toBeNull();
});

test("Jekyll's posts: date and id from the file's name, its summary, its own addresses and tags", async () => {
  const { command, article, payload } = await open();
  const post = `---
layout: post
date: 2026-11-20 10:30:00 +0200
excerpt: One sentence.
---
A line
wrapped, see [the other]({% post_url 2026-11-19-other %}) and [again](/news/2026/11/19/other.html).

![Board]({{ site.baseurl }}/images/uploads/board.png?v=2){: .center }

{% highlight js %}
a  b
{% endhighlight %}
`;
  const other = '---\ntitle: Other: a story\nlayout: post\npermalink: /2026/11/the-other/\n---\nText\n';
  const file = written({
    'blog/_posts/2026-11-20-a-second-lab.md': post,
    'blog/_posts/2026-11-19-other.md': other,
    'images/uploads/board.png': await photo(),
  });
  await expect(command('publish', file)).rejects.toThrow('for all files, add --type');
  const said = await command('publish', '--type', 'blog', file, join(dirname(file), '2026-11-19-other.md'));
  expect(said).toMatch(
    /^"A second lab" is published.*\/a-second-lab\.\n"Other: a story" is published.*\/the-other\./,
  );
  expect(said).toMatch(/In 2 texts: layout is not known and was ignored/);
  expect(said).not.toContain('These links lead nowhere');
  expect(await payload('media/a-second-lab')).toMatchObject({
    createdAt: '2026-11-20T08:30:00.000Z',
    lead: 'One sentence.',
  });
  const html = await article('a-second-lab');
  expect(html).toContain(
    '<p>A line wrapped, see <a href="/media-room/the-other">the other</a> and <a href="/media-room/the-other">again</a>.',
  );
  expect(html).toMatch(/<img src="\/uploads\/\w+\.webp" alt="Board">/);
  expect(html).toContain('<pre><code class="language-js">a  b\n</code></pre>');
});

test("pictures of html and linked thumbnails are imported; a missing one makes a draft, and 50% is no address's code", async () => {
  const { command, article, get } = await open();
  const front = '---\ntitle: A stand at the fair\ntype: blog\ndate: 2026-11-20\n---\n';
  const html =
    '<p><a href="images/stand-large.png"><img src="images/stand.png" alt="Our stand" width="300"></a></p>\n';
  const files = { 'a.md': `${front}${html}`, 'images/stand.png': await photo() };
  await expect(command('publish', written(files))).rejects.toThrow(
    'Picture not found: images/stand-large.png',
  );
  await command('publish', '--replace', written({ ...files, 'images/stand-large.png': await photo(80) }));
  const shown = await article('a-stand-at-the-fair');
  const [, link = '', small = ''] =
    /href="(\/uploads\/\w+\.webp)"><img src="(\/uploads\/\w+\.webp)" alt="Our stand"/.exec(shown) ?? [];
  expect(link).not.toBe(small);
  for (const path of [link, small]) await answered(200, get(path));
  const odd = written({
    'b.md': `${front.replace('title', 'id: odd\ntitle')}![](50%off.png) ![](my%20photo.png)`,
    '50%off.png': await photo(50),
    'my photo.png': await photo(60),
  });
  await command('publish', odd);
  expect((await article('odd')).match(/\/uploads\//g)).toHaveLength(2);
  const absent = written({
    'c.md': `${front.replace('title', 'id: absent\ntitle')}![](/images/uploads/x.jpg)`,
  });
  await expect(command('publish', absent)).rejects.toThrow('Picture not found: /images/uploads/x.jpg');
});

test('a file of an older program is read in its own encoding; an unknown one is refused', async () => {
  const { command, article } = await open();
  const text = '---\ntitle: Café\ntype: blog\n---\nDéjà vu\n';
  await command('publish', written({ 'a.md': Buffer.from(text, 'latin1') }));
  expect(await article('cafe')).toContain('Déjà vu');
  const unknown = written({ 'b.md': Buffer.concat([Buffer.from(text), Buffer.from([0x81, 0xff])]) });
  await expect(command('publish', unknown)).rejects.toThrow(
    'The encoding is unknown. Save the file as UTF-8.',
  );
});

test("Ghost's export: published, scheduled and drafted posts with their pictures and links", async () => {
  const { command, article, read } = await open();
  const post = (fields: object) => ({
    status: 'published',
    type: 'post',
    visibility: 'public',
    published_at: '2026-11-20T08:00:00.000Z',
    ...fields,
  });
  const posts = [
    post({
      title: 'Two ovens',
      slug: 'two-ovens',
      html: '<!--kg-card-begin: html--><p>See <a href="__GHOST_URL__/one-oven/">this</a>.</p><figure class="kg-card kg-image-card"><a href="__GHOST_URL__/content/images/2026/11/a.png"><img src="https://old.example/content/images/size/w600/2026/11/a.png" alt="Oven"></a></figure>',
      feature_image: '__GHOST_URL__/content/images/2026/11/a.png',
      custom_excerpt: 'Hot.',
      featured: 1,
    }),
    post({ title: 'One oven', slug: 'one-oven', html: '<p>Warm.</p>' }),
    post({
      title: 'Later',
      slug: 'later',
      html: '<p>x</p>',
      status: 'scheduled',
      published_at: '2126-11-20T08:00:00.000Z',
    }),
    post({
      title: 'Not yet',
      slug: 'not-yet',
      html: '<p>x</p>',
      status: 'draft',
      published_at: null,
      created_at: '2026-11-01 08:00:00',
    }),
    post({ title: 'Only lexical', slug: 'only-lexical', html: null, lexical: '{}' }),
    post({ title: 'For members', slug: 'for-members', html: '<p>x</p>', visibility: 'paid' }),
  ];
  const json = JSON.stringify({ db: [{ meta: { version: '5.0' }, data: { posts } }] });
  const file = written({ 'ghost.json': json, 'content/images/2026/11/a.png': await photo() });
  await expect(command('publish', file)).rejects.toThrow('Add --type');
  const said = await command('publish', '--type', 'blog', file);
  for (const line of [
    '"Two ovens" is published',
    '"Later" is saved as a draft: status: scheduled.',
    '"Not yet" is saved as a draft: status: draft.',
    '"Only lexical" is saved as a draft: it has no text.',
    '"For members" is saved as a draft: visibility: paid.',
  ])
    expect(said).toContain(line);
  const html = await article('two-ovens');
  expect(html).toContain('<a href="/media-room/one-oven">this</a>');
  expect(html).toMatch(/<a href="(\/uploads\/\w+\.webp)"><img src="\1" alt="Oven">/);
  for (const id of ['later', 'not-yet', 'only-lexical', 'for-members'])
    await answered(404, read(`media/${id}`));
  await expect(command('publish', '--type', 'blog', written({ 'x.json': '{}' }))).rejects.toThrow(
    'contains no posts',
  );
});

const drafts = async ({ command }: Pick<Awaited<ReturnType<typeof open>>, 'command'>, file: string) =>
  command('publish', '--type', 'blog', file).catch((error: unknown) => String(error));

test.each([
  ['status: pending', 'status: pending'],
  ['status: private', 'status: private'],
  ['password: secret', 'password: …'],
  ['publishDate: 2030-01-01', 'publishDate: 2030-01-01'],
  ['published: 2030-01-01', 'published: 2030-01-01'],
  ['visibility: members', 'visibility: members'],
  ['private: true', 'private: true'],
  ['unlisted: yes', 'unlisted: yes'],
])('front matter with %s makes a draft, and is named', async (line, reason) => {
  const scene = await open();
  const said = await drafts(scene, written({ 'a.md': `---\ntitle: A\n${line}\n---\nText\n` }));
  expect(said).toBe(`"A" is saved as a draft: ${reason}.`);
  await answered(404, scene.read('media/a'));
});

test.each(['', 'status: publish', 'published: true', 'draft: false', 'visibility: public', 'private: false'])(
  'front matter with "%s" is public',
  async (line) => {
    const scene = await open();
    const said = await drafts(scene, written({ 'a.md': `---\ntitle: A\n${line}\n---\nText\n` }));
    expect(said).toContain('"A" is published at');
  },
);

test('what can come comes: one report names what is public, what is a draft and why, and what was not stored', async () => {
  const { command, read, app } = await open();
  const post = (name: string, text: string) => `---\ntitle: ${name}\ntype: blog\n---\n${text}\n`;
  const files = written({
    'missing.md': post('Missing', 'See\n\n![x](gone.png)'),
    'short.md': post(
      'Shortcode &#8217;n&#8217; all',
      '[caption id="1"]A board[/caption] {% include form.html %}',
    ),
    'good.md': post('Good', 'Text'),
    'none.md': 'no front matter',
  });
  const folder = files.replace(/missing\.md$/, '');
  const names = ['missing.md', 'short.md', 'good.md', 'none.md'].map((name) => folder + name);
  const error = await command('publish', ...names).catch((error: unknown) => error);
  expect(error).toMatchObject({ statusCode: 422 });
  const lines = String(Object(error).message).split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/none\.md was not stored: .*front matter/),
    expect.stringMatching(/^"Missing" is saved as a draft: Picture not found: gone\.png\..*\(line 7\)\.$/),
    '"Shortcode ’n’ all" is saved as a draft: [caption id="1"] stands in the text as it is (line 5); [/caption] stands in the text as it is (line 5); {% include form.html %} stands in the text as it is (line 5).',
    expect.stringContaining('"Good" is published at'),
  ]);
  await answered(200, read('media/good'));
  await answered(404, read('media/missing'));
  expect(app).toBeDefined();
  const again = await command('publish', '--json', ...names.slice(2)).catch((error: unknown) => error);
  expect(JSON.parse(String(Object(again).message))).toMatchObject([
    { state: 'not stored' },
    { state: 'not stored', title: 'Good', why: expect.stringContaining('already used') },
  ]);
});

test("Ghost's posts: what was sent, for members or for emails only, and unknown cards never become public", async () => {
  const scene = await open();
  const post = (slug: string, fields: object) => ({
    ...{
      title: slug,
      slug,
      status: 'published',
      type: 'post',
      visibility: 'public',
      published_at: '2026-11-20T08:00:00.000Z',
    },
    ...{ html: '<p>x</p>', ...fields },
  });
  const posts = [
    post('sent', { status: 'sent' }),
    post('past', { status: 'scheduled', published_at: '2020-01-01T08:00:00.000Z' }),
    post('partly', { html: '<p>All</p><!--members-only--><p>Members</p>' }),
    post('mail', { html: '<p>All</p><div class="kg-card kg-email-card"><p>Hi reader</p></div>' }),
    post('card', { html: '<div class="kg-card kg-file-card"><a href="x">File 3 MB</a></div>' }),
    post('lost', { html: '<img src="__GHOST_URL__/content/images/gone.png">' }),
    post('good', { title: 'It&#8217;s good', html: '<a href="__GHOST_URL__/sent/">sent</a>' }),
  ];
  const json = JSON.stringify({ db: [{ data: { posts } }] });
  const said = await drafts(scene, written({ 'ghost.json': json }));
  for (const line of [
    '"sent" is saved as a draft: status: sent.',
    '"past" is saved as a draft: status: scheduled.',
    '"partly" is saved as a draft: what is for members or for email only did not come.',
    '"mail" is saved as a draft: what is for members or for email only did not come.',
    '"card" is saved as a draft: a card (file) stands in the text as it is.',
    '"lost" is saved as a draft: Picture not found',
    '"It’s good" is published at',
  ])
    expect(said).toContain(line);
  expect(await scene.article('good')).toContain('<a href="/media-room/sent">');
  const stored = await scene.texts();
  expect(JSON.stringify(stored)).not.toMatch(/Members|Hi reader/);
});

test('links among the texts of one import lead to their new addresses, whatever they are called', async () => {
  const { command, article } = await open();
  const one = '---\nid: 3494\ntitle: One\nslug: the-first\ntype: blog\n---\nSee [two](/2026/01/second/).\n';
  const two = '---\ntitle: Two\npermalink: /2026/01/second/\ntype: blog\n---\nSee [one](/the-first/#part).\n';
  const first = written({ 'one.md': one, 'two.md': two });
  const said = await command('publish', first, first.replace('one.md', 'two.md'));
  expect(said).not.toContain('lead nowhere');
  expect(await article('3494')).toContain('href="/media-room/second"');
  expect(await article('second')).toContain('href="/media-room/3494#part"');
});

test('a Word file with changes that nobody has accepted is a draft', async () => {
  const scene = await open();
  const changed = paragraph('A quarter').replace(
    '</w:p>',
    `<w:ins>${run(' (CHECK WITH BOSS!)')}</w:ins></w:p>`,
  );
  const said = await drafts(scene, written({ 'plan.docx': await wordFile([changed]) }));
  expect(said).toContain('"plan" is saved as a draft: 1 change was accepted: read it.');
  await answered(404, scene.read('media/plan'));
});

test('a Word file is published with its title; other formats are refused by name', async () => {
  const { command, article } = await open();
  const file = written({ 'A second lab.docx': await fileFromWord() });
  await expect(command('publish', file)).rejects.toThrow('Add --type');
  expect(await command('publish', '--type', 'press', file)).toContain('/media-room/a-second-lab');
  expect(await article('a-second-lab')).toContain('<li>One oven</li>');
  await expect(command('publish', '--type', 'press', written({ 'a.pdf': '%PDF' }))).rejects.toThrow(
    'cannot be imported',
  );
});

describe.each(stores)('on $name', ({ newStore }) => {
  test('saving an imported article in the office changes nothing in it', async () => {
    const { boss, store, command } = await openOffice(await newStore());
    const source = 'Title\n=====\n\nWrapped\nline with a break  \nhere\n\n    code\n\n- a\n  b\n\n> c\n> d\n';
    await command('publish', written({ 'a.md': `---\ntitle: Imported\ntype: blog\n---\n${source}` }));
    const row = () =>
      store.db.selectFrom('media').selectAll().where('id', '=', 'imported').executeTakeFirstOrThrow();
    const before = await row();
    expect(before.body).toContain('<p>Wrapped line with a break<br>here</p>');
    const { title, source: text, version } = before;
    await answered(
      303,
      boss.upload(
        officePaths.article('imported'),
        { type: 'blog', title, source: text, version: String(version) },
        [],
      ),
    );
    const { source: sourceAfter, body, version: next } = await row();
    expect({ source: sourceAfter, body }).toEqual({ source: before.source, body: before.body });
    expect(next).toBe(version + 1);
  });
});
