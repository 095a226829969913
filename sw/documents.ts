import { connectBase } from './connect-base.ts';
import { siteFiles } from './worker.ts';

const shellEnd = '/shell.html';

/** Data routes answer with one html file for all their pages; it shows what the connect cache holds. */
const shellParents = siteFiles
  .filter(({ url }) => url.endsWith(shellEnd))
  .map(({ url }) => `/${url.slice(0, -shellEnd.length)}`);

export const isShell = (document: string) => document.endsWith(shellEnd);

const parentOf = (pathname: string) => pathname.slice(0, pathname.lastIndexOf('/'));

/** Whether an address is a page's; the others are files, the connect API and what watches the server. */
export function isPagePath(pathname: string): boolean {
  // A provider's id may look like a file's name.
  if (shellParents.includes(parentOf(pathname))) return true;
  if (`${location.origin}${pathname}/`.startsWith(`${connectBase}/`)) return false;
  return !/\.[a-z][a-z0-9]*$/i.test(pathname) && !/^\/(?:connect|healthz)(?:\/|$)/.test(pathname);
}

/** The html file that shows a page: `/contact` -> `/contact.html`, `/media-room/42` -> `/media-room/shell.html`. */
export function documentOf(pathname: string): string {
  if (pathname === '/') return '/index.html';
  const parent = parentOf(pathname);
  return shellParents.includes(parent) ? parent + shellEnd : `${pathname}.html`;
}
