import { type Address, replaceAddresses } from './markdown.ts';
import { tidyText } from './tidy-text.ts';

/** Files that a site offers for download; `report.pdf` is not a host's name. */
const fileEnding =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|txt|md|html?|php|zip|jpe?g|png|gif|webp|svg|mp[34])$/i;

/** Adds the scheme that a link lacks: `www.example.com`, `facebook.com/us` and `info@example.com`. */
function completeLink(typed: string): string {
  const href = typed.trim().replace(/^https?:\/\/(?=https?:)/i, '');
  if (/^[^\s/?#:@]+@[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)+(?:\?\S*)?$/.test(href)) return `mailto:${href}`;
  if (/^\+\d[\d()-]{5,}$/.test(href)) return `tel:${href}`;
  if (/^\/\/[^/]/.test(href)) return `https:${href}`;
  const [, host = '', rest = ''] = /^((?:[a-z0-9-]+\.)+[a-z]{2,})((?::\d+)?(?:[/?#].*)?)$/iu.exec(href) ?? [];
  return host !== '' && (rest !== '' || !fileEnding.test(host)) ? `https://${href}` : href;
}

/** Rewrites what was typed or pasted in the office when it is saved. */
export function savedText(source: string): Promise<string> {
  // Browsers' "Link" once put a pasted address behind the prepared one.
  const typed = source.replace(/\]\(https?:\/\/\)(https?:\/\/[^\s)]+)/g, ']($1)');
  return replaceAddresses(tidyText(typed), async (address) => ({ href: completed(address) }));
}

const completed = ({ kind, href }: Address) => (kind === 'link' ? completeLink(href) : href);
