import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

import { decode } from '#src/lib/match-page.ts';
import { otherPaths } from '#src/server-paths.ts';

import type { Address } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import { drawing, mostPictureBytes, type Picture, pictureTypes, scalePhoto } from '../pictures/pictures.ts';
import { isSiteFile } from '../web/site-files.ts';

/** Reads the pictures that an imported text names, each once. */
export class ImportPictures {
  readonly all: Picture[] = [];
  /** Pictures that could not be read, and why. */
  readonly losses: string[] = [];
  readonly #path: string;
  readonly #lines: string[];
  readonly #read = new Map<string, Promise<Picture>>();

  /** `path`: the file with the text. */
  constructor(path: string, text: string) {
    this.#path = path;
    this.#lines = text.split('\n');
  }

  /** For example, " (line 7)"; empty if the words stand in no line. */
  lineOf(words: string): string {
    const index = this.#lines.findIndex((line) => line.includes(words));
    return index === -1 ? '' : ` (line ${index + 1})`;
  }

  /** Returns the address for a picture, or for a link to one; any other address stays. */
  async placed({ kind, href }: Pick<Address, 'kind' | 'href'>): Promise<string> {
    const isPicture = kind === 'picture' || pictureTypes[endingOf(href)] !== undefined;
    return isPicture && !isElsewhere(href) ? ((await this.#orLoss(href, 'text'))?.src ?? href) : href;
  }

  /** Above a text, pictures of the site and of other sites are allowed too. */
  async top(href: string): Promise<Pick<Picture, 'src' | 'images'> | null> {
    return isElsewhere(href) ? { src: href, images: [] } : this.#orLoss(href, 'top');
  }

  #orLoss(href: string, place: 'top' | 'text'): Promise<Picture | null> {
    const reading = (async () => this.#reading(href, place))();
    return reading.catch((error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      const loss = `${problem}${this.lineOf(href)}`;
      if (!this.losses.includes(loss)) this.losses.push(loss);
      return null;
    });
  }

  #reading(href: string, place: 'top' | 'text'): Promise<Picture> {
    const path = this.find(href);
    if (path === undefined) {
      const where = href.startsWith('/')
        ? 'the folder of this file or one above it'
        : dirname(resolve(this.#path));
      throw new Error(`Picture not found: ${href}. It must be in ${where}`);
    }
    const known = this.#read.get(`${place} ${path}`) ?? readPicture(path, place);
    this.#read.set(`${place} ${path}`, known);
    return known.then((picture) => {
      if (!this.all.includes(picture)) this.all.push(picture);
      return picture;
    });
  }

  /** An address that begins with a slash is looked for in the file's folder and in each above it. */
  find(href: string): string | undefined {
    const plain = href.replace(/[?#].*/s, '');
    const names = [href, plain, decode(plain)].map((name) => (href.startsWith('/') ? `.${name}` : name));
    const own = dirname(resolve(this.#path));
    const folders = href.startsWith('/') ? foldersAbove(own) : [own];
    const paths = folders.flatMap((folder) => names.map((name) => resolve(folder, name)));
    return paths.find((path) => existsSync(path) && statSync(path).isFile());
  }
}

const endingOf = (href: string) => extname(href.replace(/[?#].*/s, '')).toLowerCase();

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

/** True for an address with a scheme, and for a picture that the site already has. */
function isElsewhere(href: string): boolean {
  if (href === '' || /^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(href) || href.startsWith(otherPaths.upload('')))
    return true;
  return href.startsWith('/') && isSiteFile(href);
}

async function readPicture(path: string, place: 'top' | 'text'): Promise<Picture> {
  const ending = endingOf(path);
  if (statSync(path).size > mostPictureBytes)
    throw new Error(`${path} is larger than ${mostPictureBytes / 1_000_000} MB.`);
  const bytes = readFileSync(path);
  if (bytes.length > 0 && (ending === '.svg' || ending === '.gif')) return drawing(path, bytes);
  return scalePhoto(bytes, place).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new Error(error.message.replace(/^This file/, path), { cause: error });
  });
}
