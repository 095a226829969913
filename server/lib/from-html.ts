/// <reference path="./turndown-plugin-gfm.d.ts" />
import type TurndownService from 'turndown';

import { savedText } from './links.ts';
import { Losses } from './losses.ts';
import { tidyHtml } from './tidy-html.ts';

/** Returns the picture's address in our text, or null to leave it out. */
type PlacePicture = (src: string) => Promise<string | null>;

const leaveOut: PlacePicture = async () => null;

/** Converts html from Word, Google Docs, another site or a newsletter to our Markdown. `losses`: what did not come, in words. */
export async function fromHtml(
  html: string,
  placePicture = leaveOut,
): Promise<{ text: string; losses: string[] }> {
  const { JSDOM } = await import('jsdom');
  const { window } = new JSDOM(html);
  try {
    const { body } = window.document;
    const losses = new Losses();
    tidyHtml(body, losses);
    for (const image of body.querySelectorAll('img')) {
      const src = image.getAttribute('src') ?? '';
      const placed = await placePicture(src);
      if (placed !== null) image.setAttribute('src', placed);
      else {
        // A picture of one pixel only counts readers; what has no address was counted before.
        losses.add('picture', Number(src !== '' && image.getAttribute('width') !== '1'));
        image.remove();
      }
    }
    return { text: await savedText((await converter()).turndown(body)), losses: losses.lines() };
  } finally {
    window.close();
  }
}

async function converter(): Promise<TurndownService> {
  const { default: TurndownService } = await import('turndown');
  const { strikethrough, tables, taskListItems } = await import('@joplin/turndown-plugin-gfm');
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    // A line break needs no mark in our Markdown.
    br: '',
  });
  service.use([tables, strikethrough, taskListItems]);
  service.keep(['sub', 'sup']);
  service.addRule('listItem', {
    filter: 'li',
    replacement(content, node, options) {
      const list = node.parentElement;
      const items = [...(list?.children ?? [])];
      const first = Number(list?.getAttribute('start') ?? 1);
      const marker =
        list?.nodeName === 'OL' ? `${first + items.indexOf(node as HTMLElement)}.` : options.bulletListMarker;
      const text = content.trim().replace(/\n/g, `\n${' '.repeat((marker ?? '').length + 1)}`);
      return `${marker} ${text}${node.nextSibling ? '\n' : ''}`;
    },
  });
  service.addRule('pre', {
    filter: (node) => node.nodeName === 'PRE' && node.firstChild?.nodeName !== 'CODE',
    replacement: (_, node) => `\n\n\`\`\`\n${(node.textContent ?? '').replace(/\n$/, '')}\n\`\`\`\n\n`,
  });
  return service;
}
