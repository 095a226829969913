import { expect, test } from 'vitest';

import { paragraph, run, wordFile } from '../kit/word.ts';
import { openImporting as open, written } from './importing-scene.ts';
import { answered } from './store.ts';

const drafts = async ({ command }: Pick<Awaited<ReturnType<typeof open>>, 'command'>, file: string) =>
  command('publish', '--type', 'blog', file).catch((error: unknown) => String(error));

test.each([
  ['draft: true', 'draft: true'],
  ['published: false', 'published: false'],
  ['draft: maybe', 'draft: maybe'],
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
    post('later', { status: 'scheduled', published_at: '2126-11-20T08:00:00.000Z' }),
    post('not yet', { status: 'draft', published_at: null, created_at: '2026-11-01 08:00:00' }),
    post('only lexical', { html: null, lexical: '{}' }),
    post('paid', { visibility: 'paid' }),
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
    '"later" is saved as a draft: status: scheduled.',
    '"not yet" is saved as a draft: status: draft.',
    '"only lexical" is saved as a draft: it has no text.',
    '"paid" is saved as a draft: visibility: paid.',
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
