import { createSanitizer, type Sanitize } from '#src/lib/safe-html.ts';

const made = new Map<boolean, Sanitize>();

/** `hasTabs`: false for emails, which would show the new-tab hint as text. Loads its parser when used. */
export async function sanitizerOf(siteUrl: string, hasTabs: boolean): Promise<Sanitize> {
  const { JSDOM } = await import('jsdom');
  const sanitize = made.get(hasTabs) ?? createSanitizer(new JSDOM('').window, siteUrl, hasTabs);
  made.set(hasTabs, sanitize);
  return sanitize;
}
