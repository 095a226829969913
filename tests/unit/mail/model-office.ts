import Fastify from 'fastify';

import type { Config } from '#server/config.ts';
import { mountConnect } from '#server/connect/connect-api.ts';
import { embeddedService } from '#server/connect/embedded.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { invite } from '#server/office/people.ts';
import { mountOffice } from '#server/sections.ts';
import type { Store } from '#server/store/open-store.ts';
import { secretHeader } from '#src/contract/application-status.ts';

import { hiddenIn, textIn, Visitor } from '../../service/office-scene.ts';

type Fields = Record<string, string>;
const both = ['boss', 'colleague'] as const;
export type Person = (typeof both)[number];
export type Cookies = Record<Person, string>;
export type Page = { statusCode: number; body: string; headers: Record<string, unknown> };
export type Office = Awaited<ReturnType<typeof openOffice>>;

const none = async () => {
  throw new Error('The office renders no page of the site here.');
};
const renderer = {
  ...{ collect: none, render: none, renderMissing: none, warm: none, builtAt: '2027-01-01T00:00:00.000Z' },
  ...{ locate: () => ({ template: '', path: '' }), feedEntries: () => [] },
};

export const vacancy = officePaths.vacancy('welder');

/** The pages that the company and visitors see. They work on the store that `use` was last given. `distDir`: has a folder `assets`. */
export async function openOffice(config: Config, distDir: string) {
  let current: Store;
  const store: Store = {
    get db() {
      return current.db;
    },
    isNew: false,
    write: (work) => current.write(work),
    erase: (work) => current.erase(work),
    close: async () => {},
  };
  const app = Fastify();
  await mountConnect(app, config, embeddedService(store, config), Date);
  await mountOffice(app, store, config, { distDir, builtAt: renderer.builtAt, renderer });
  const people = { boss: new Visitor(app), colleague: new Visitor(app) };
  const { boss } = people;
  const get = async (path: string): Promise<Page> => boss.get(path);
  const api = (method: 'POST' | 'DELETE', call: string, payload: object, headers: Fields = {}) =>
    app.inject({ method, url: `/connect/v1/${call}`, payload, headers });
  return {
    people,
    close: () => app.close(),
    use(next: Store) {
      current = next;
    },
    enter(cookies: Cookies): void {
      for (const by of both) people[by].cookie = cookies[by];
    },
    /** Both sign in by an invitation. */
    async signIn(): Promise<Cookies> {
      const cookies = { boss: '', colleague: '' };
      for (const by of both) {
        const { token } = await current.write((trx) => invite(trx, `${by}@hcs.example`, 'all'));
        const { headers } = await new Visitor(app).post(officePaths.enter(token));
        cookies[by] = String(headers['set-cookie']).split(';', 1)[0] ?? '';
      }
      this.enter(cookies);
      return cookies;
    },
    get,
    text: async (path: string) => textIn(await get(path)),
    press: (path: string, fields: Fields = {}): Promise<Page> => boss.post(path, fields),
    open: (path: string): Promise<Page> => new Visitor(app).post(path),
    apply: (name: string) =>
      api('POST', 'job-apply', {
        ...{ job: 'welder', name, email: addressOf(name), mobile: '+260 97 123 4567' },
        ...{ description: `I am ${name}.`, profile: 'https://profiles.example/one' },
      }),
    subscribe: (email: string) => api('POST', 'subscribe', { name: 'Reader', email }),
    withdraw: (secret: string) => api('DELETE', 'application', {}, { [secretHeader]: secret }),

    /** Paths of the pages of all applications, by name. */
    async applications(): Promise<Map<string, string>> {
      const { body } = await get(`${officePaths.applications}?tab=all`);
      const links = body.matchAll(/href="(\/office\/applications\/[^"?]+)\?[^"]*">([^<]+)</g);
      return new Map([...links].map(([, path = '', name = '']) => [name, path]));
    },

    seenOf: async (path: string) => hiddenIn(await get(`${path}/answer`), `${path}/answer`).seen ?? '',

    /** Opens the check page of a mass answer to the ticked mailboxes, or to all; undefined if there are none. */
    async checkRest(words: Fields, isToAll: boolean): Promise<Page | undefined> {
      const { body } = await get(`${vacancy}/close`);
      const boxes = [...body.matchAll(/<input type="checkbox"[^>]* name="to"[^>]*>/g)].map(([box]) => box);
      if (boxes.length === 0 && !body.includes('Nobody waits for an answer.')) throw new Error(body);
      const ticked = boxes.filter((box) => isToAll || / checked/.test(box));
      if (ticked.length === 0) return undefined;
      const to = ticked.map((box): [string, string] => ['to', / value="([^"]*)"/.exec(box)?.[1] ?? '']);
      const fields = new URLSearchParams([...Object.entries(words), ...to]);
      return boss.post(`${vacancy}/close/check`, fields);
    },
  };
}

export const addressOf = (name: string) => `${name.toLowerCase()}@mail.example`;

/** The list items under “What happened” on an application's page, with the ids of the messages on their buttons. */
export function historyIn({ body }: Page) {
  const items = (body.split('What happened')[1] ?? '').split('</ul>')[0]?.split('<li ').slice(1) ?? [];
  return items.map((item) => ({
    said: textIn({ body: `<li ${item}` }).trim(),
    subject: /<summary>([^<]*)</.exec(item)?.[1] ?? '',
    message: /name="messages?" value="([^"]*)"/.exec(item)?.[1],
  }));
}

/** What a newsletter's page says. */
export function progressIn(page: Page) {
  const said = textIn(page);
  const count = (words: RegExp) => Number(words.exec(said)?.[1] ?? 0);
  const lines = page.body
    .split('<li><bdi>')
    .slice(1)
    .map((line) => {
      const [, to = '', words = ''] = /^([^<]*)<\/bdi>: ([^<]*)/.exec(line) ?? [];
      const message = /name="message" value="([^"]*)"/.exec(line.split('</li>')[0] ?? '')?.[1];
      return [to, { words: words.trim(), message }] as const;
    });
  return {
    said,
    isStopped: page.body.includes('>Resume sending</button>'),
    isDoubted: page.body.includes('>They are dead</button>'),
    isDraft: page.body.includes('name="subject"'),
    sent: count(/(\d+) of \d+ sent/),
    all: count(/\d+ of (\d+) sent/),
    notAccepted: count(/(\d+) (?:was|were) not accepted/),
    perhaps: count(/(\d+) may have arrived/),
    givenUp: count(/(\d+) (?:was|were) not sent\./),
    dropped: count(/(\d+) (?:was|were) not sent \(unsubscribed\)/),
    lines: new Map(lines),
  };
}
