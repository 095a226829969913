import { createSanitizer, type Sanitize } from '#src/lib/safe-html.ts';

let page: Promise<Sanitize> | undefined;
let email: Promise<Sanitize> | undefined;

/** Applies the site's own rules. Loads its parser on first use. */
export function pageSanitizer(siteUrl: string): Promise<Sanitize> {
  page ??= create(siteUrl, true);
  return page;
}

/** Omits the hint that a link opens a new tab, which an email would show. */
export function emailSanitizer(siteUrl: string): Promise<Sanitize> {
  email ??= create(siteUrl, false);
  return email;
}

async function create(siteUrl: string, hasTabs: boolean): Promise<Sanitize> {
  const { JSDOM } = await import('jsdom');
  return createSanitizer(new JSDOM('').window, siteUrl, hasTabs);
}
