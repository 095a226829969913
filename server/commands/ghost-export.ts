import type { MediaType } from '#src/contract/media-type.ts';
import { plainText } from '#src/lib/plain-text.ts';

import type { ArticleText } from '../articles/publishing.ts';
import { fromHtml } from '../lib/from-html.ts';
import { parsePublication } from '../lib/local-time.ts';
import { replaceAddresses } from '../lib/markdown.ts';
import type { Picture } from '../pictures/pictures.ts';
import { slug } from '../store/ids.ts';
import { ImportPictures } from './import-pictures.ts';
import { type Reason, reasonsForDraft } from './publicity.ts';

/** `notes`: for the operator. `reasons`: for a draft. `names`: what other texts may call it in links. */
export type FoundArticle = {
  text: ArticleText;
  pictures: Picture[];
  notes: string[];
  reasons: Reason[];
  names: string[];
};

type Post = Record<string, unknown>;

/** Reads the posts of a Ghost site from its export. Its pictures lie beside the file, in `content/images`. */
export async function readGhostExport(path: string, json: string, kind: MediaType): Promise<FoundArticle[]> {
  const found: FoundArticle[] = [];
  for (const post of postsIn(json)) found.push(await article(path, post, kind));
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
  if (!Array.isArray(posts)) throw new Error('This is not a Ghost export: it contains no posts.');
  return posts.map((post) => Object(post) as Post);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Decodes `&#8217;` and the like. */
export const decoded = (text: string) => (/&#?\w+;/.test(text) ? plainText(text) : text);

/** What only members or readers of emails see. */
const forSome =
  /<!--members-only-->[\s\S]*|<!--kg-(?:card-begin: email|gated-block:begin)[\s\S]*?(?:<!--kg-(?:card-end: email|gated-block:end)[^<>]*-->|$)/g;

/** Cards that come whole, or as a link. */
const knownCard = /^(?:image|gallery|bookmark|embed|code|callout|button|toggle|audio|video|email|email-cta)$/;

async function article(path: string, post: Post, kind: MediaType): Promise<FoundArticle> {
  const title = decoded(textOf(post.title)) || '(Untitled)';
  const whole = textOf(post.html) || paragraphs(textOf(post.plaintext));
  const html = whole.replace(forSome, '');
  const pictures = new ImportPictures(path, '');
  const cards = [...html.matchAll(/class="kg-card kg-([a-z-]+)-card/g)].map(([, name = '']) => name);
  const losses = [...new Set(cards)]
    .filter((name) => !knownCard.test(name))
    .map((name) => `a card (${name}) stands in the text as it is`);
  const own = (href: string) => href.replace(/^__GHOST_URL__(?=\/|$)/, '').replace(/\?ref=[^?&]*$/, '');
  const markdown = await fromHtml(html, async (src) =>
    pictures.placed({ kind: 'picture', href: placeOf(pictures, own(src)) }),
  );
  const source = await replaceAddresses(markdown.text, async ({ kind, href, text }) =>
    kind === 'picture'
      ? { href, text }
      : { href: await pictures.placed({ kind, href: placeOf(pictures, own(href)) }) },
  );
  const image = placeOf(pictures, own(textOf(post.feature_image)));
  const top = image === '' ? null : await pictures.top(image);
  const date = textOf(post.published_at) || textOf(post.created_at);
  const { status, visibility } = post;
  const reasons = reasonsForDraft({ status, visibility }, [...losses, ...pictures.losses]);
  const hint = (words: string) => reasons.push({ words, isLoss: false });
  if (html === '') hint('it has no text');
  if (html !== whole || /class="kg-card kg-email/.test(html))
    hint('what is for members or for email only did not come');
  if (textOf(post.type) === 'page') hint('it was a page, not a post');
  return {
    text: {
      id: slug(textOf(post.slug) || title),
      kind,
      title,
      lead: decoded(textOf(post.custom_excerpt)) || null,
      featured: null,
      source,
      ...(date === ''
        ? {}
        : parsePublication('published_at', date.replace(' ', 'T').replace(/(T[\d:]+)$/, '$1Z'))),
      image: top,
      isDraft: false,
    },
    pictures: pictures.all,
    notes: [],
    reasons,
    names: [slug(textOf(post.slug) || title)],
  };
}

/** Where a picture lies beside the export, without Ghost's size in its address; else the address. */
function placeOf(pictures: ImportPictures, href: string): string {
  const [, size = '', rest = ''] = /\/content\/images\/(size\/w\d+\/)?(.+)/.exec(href) ?? [];
  const names = [`/content/images/${rest}`, `/content/images/${size}${rest}`, `/images/${rest}`];
  return (rest !== '' && names.find((name) => pictures.find(name) !== undefined)) || href;
}

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`)
    .join('');
