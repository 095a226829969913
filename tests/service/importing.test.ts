import { dirname, join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { fileFromWord } from '../unit/server/pasted-texts.ts';
import { openImporting as open, written } from './importing-scene.ts';
import { openOffice } from './office-scene.ts';
import { answered, stores } from './store.ts';

const photo = (width = 40) =>
  sharp({ create: { width, height: 20, channels: 3, background: '#70a12f' } })
    .png()
    .toBuffer();

test('what was ignored is named; a text in a folder of drafts is one', async () => {
  const { command, read } = await open();
  const text = '---\ntitle: Hidden\ntype: blog\nfeatured: true\ntags: [lab]\n---\nNot yet.\n';
  const said = await command('publish', written({ '_drafts/hidden.md': text }));
  expect(said).toContain('is saved as a draft');
  expect(said).toContain('featured: true was ignored; write its position, such as 1.');
  expect(said).toMatch(/tags is unknown and was ignored. These are known: type, title/);
  await answered(404, read('media/hidden'));
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
  expect(said).toMatch(/In 2 texts: layout is unknown and was ignored/);
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

test("Ghost's export: posts with their pictures and links", async () => {
  const { command, article } = await open();
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
  ];
  const json = JSON.stringify({ db: [{ meta: { version: '5.0' }, data: { posts } }] });
  const file = written({ 'ghost.json': json, 'content/images/2026/11/a.png': await photo() });
  await expect(command('publish', file)).rejects.toThrow('Add --type');
  expect(await command('publish', '--type', 'blog', file)).toContain('"Two ovens" is published');
  const html = await article('two-ovens');
  expect(html).toContain('<a href="/media-room/one-oven">this</a>');
  expect(html).toMatch(/<a href="(\/uploads\/\w+\.webp)"><img src="\1" alt="Oven">/);
  await expect(command('publish', '--type', 'blog', written({ 'x.json': '{}' }))).rejects.toThrow(
    'contains no posts',
  );
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
      store.db.selectFrom('articles').selectAll().where('id', '=', 'imported').executeTakeFirstOrThrow();
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
