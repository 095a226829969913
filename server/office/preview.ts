import { html } from './view.ts';

let purify: Promise<(text: string) => string> | undefined;

/** Html without anything that could run, as on the site. Loads its parser at the first use. */
export async function sanitised(text: string): Promise<string> {
  purify ??= loadSanitiser();
  return (await purify)(text);
}

async function loadSanitiser() {
  const [{ JSDOM }, { default: createPurifier }] = await Promise.all([import('jsdom'), import('dompurify')]);
  const purifier = createPurifier(new JSDOM('').window);
  return (text: string) => purifier.sanitize(text, { USE_PROFILES: { html: true } });
}

/** How a text will look. */
export async function preview(title: string, text: string) {
  const inner = { __html: await sanitised(text) };
  return html`<article className="article">
    <h2>${title}</h2>
    <div className="article-body" dangerouslySetInnerHTML=${inner} />
  </article>`;
}
