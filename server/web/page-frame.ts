type PageParts = { html: string; head: string; data?: Record<string, unknown> };

export function fillTemplate(template: string, { html, head, data }: PageParts): string {
  return template
    .replace('<!--head-->', () => head)
    .replace('<!--app-->', () => html)
    .replace('<!--data-->', () => (data === undefined ? '' : dataScript(data)));
}

/** Escapes `<`, so that data cannot close the element. */
function dataScript(data: Record<string, unknown>): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="server-data">${json}</script>`;
}

export function markParts({ html, head }: PageParts): PageParts {
  return {
    head: `<!--head-from-->${head}<!--head-to-->`,
    html: `<!--app-from-->${html}<!--app-to--><!--data-here-->`,
  };
}

/** Deletes the parts marked by `markParts`, but keeps the critical CSS. */
export function cutFrame(page: string): string {
  const frame = page
    .replace(/<!--head-from-->[\s\S]*<!--head-to-->/, () => '<!--head-->')
    .replace(
      /<!--app-from-->[\s\S]*<!--app-to--><!--data-here-->([\s\S]*?<\/div>)/,
      (_, rest) => `<!--app-->${rest}<!--data-->`,
    );
  for (const mark of ['<!--head-->', '<!--app-->', '<!--data-->', '<style>'])
    if (frame.split(mark).length !== 2) throw new Error(`A page's frame must contain ${mark} exactly once.`);
  return frame;
}
