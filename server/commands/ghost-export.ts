import type { MediaType } from '#src/contract/media-type.ts';
import { mediaDetailPath } from '#src/paths.ts';

import type { ArticleText } from '../articles/publishing.ts';
import { fromHtml } from '../lib/from-html.ts';
import { replaceAddresses } from '../lib/markdown.ts';
import { parsePublication } from '../lib/moments.ts';
import type { Picture } from '../pictures/pictures.ts';
import { slug } from '../store/ids.ts';
import { ImportPictures } from './import-pictures.ts';

/** `notes`: what the operator should know. */
export type FoundArticle = { text: ArticleText; pictures: Picture[]; notes: string[] };

type Post = Record<string, unknown>;

/** Reads the posts of a Ghost site from its export. Its pictures lie beside the file, in `content/images`. */
export async function readGhostExport(path: string, json: string, kind: MediaType): Promise<FoundArticle[]> {
  const posts = postsIn(json);
  const slugs = posts.map((post) => textOf(post.slug));
  const found: FoundArticle[] = [];
  for (const post of posts) found.push(await article(path, post, kind, slugs));
  return found;
}

function postsIn(json: string): Post[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new Error('This is not a complete JSON file. Export it from Ghost once more.');
  }
  const { db } = Object(parsed) as { db?: unknown };
  const posts: unknown = Object(Object(Array.isArray(db) ? db[0] : parsed).data).posts;
  if (!Array.isArray(posts)) throw new Error("This is not Ghost's export: it contains no posts.");
  return posts.map((post) => Object(post) as Post);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

async function article(path: string, post: Post, kind: MediaType, slugs: string[]): Promise<FoundArticle> {
  const notes: string[] = [];
  const pictures = new ImportPictures(path);
  const title = textOf(post.title) || '(Untitled)';
  const html = textOf(post.html) || paragraphs(textOf(post.plaintext));
  if (html === '') notes.push('it has no text and is saved as a draft.');
  // Members' posts must not become public by themselves.
  const isForAll = ['', 'public'].includes(textOf(post.visibility));
  if (!isForAll) notes.push('it was only for members and is saved as a draft.');
  if (textOf(post.type) === 'page') notes.push('it was a page, not a post, and is saved as a draft.');
  const isDraft = textOf(post.status) === 'draft' || html === '' || !isForAll || textOf(post.type) === 'page';
  const own = (href: string) => href.replace(/^__GHOST_URL__(?=\/|$)/, '').replace(/\?ref=[^&]*$/, '');
  const markdown = await fromHtml(html, async (src) =>
    pictures.placed({ kind: 'picture', href: placeOf(pictures, own(src)) }),
  );
  const source = await replaceAddresses(markdown, async ({ kind, href, text }) => {
    if (kind === 'picture') return { href, text };
    const [, name = ''] = /^\/([\w-]+)\/?$/.exec(own(href)) ?? [];
    if (slugs.includes(name)) return { href: mediaDetailPath(slug(name)) };
    return { href: await pictures.placed({ kind, href: placeOf(pictures, own(href)) }) };
  });
  const image = placeOf(pictures, own(textOf(post.feature_image)));
  const date = textOf(post.published_at) || textOf(post.created_at);
  return {
    text: {
      id: slug(textOf(post.slug) || title),
      kind,
      title,
      lead: textOf(post.custom_excerpt) || null,
      featured: null,
      source,
      ...(date === ''
        ? {}
        : parsePublication('published_at', date.replace(' ', 'T').replace(/(T[\d:]+)$/, '$1Z'))),
      image: image === '' ? null : await pictures.top(image),
      isDraft,
    },
    pictures: pictures.all,
    notes: notes.map((note) => `“${title}”: ${note}`),
  };
}

/** Where a picture lies beside the export, without the size that Ghost puts into an address; else the address itself. */
function placeOf(pictures: ImportPictures, href: string): string {
  const [, size = '', rest = ''] = /\/content\/images\/(size\/w\d+\/)?(.+)$/.exec(href) ?? [];
  const names = [`/content/images/${rest}`, `/content/images/${size}${rest}`, `/images/${rest}`];
  return (rest !== '' && names.find((name) => pictures.find(name) !== undefined)) || href;
}

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`)
    .join('');
