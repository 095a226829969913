/** Enhances Markdown fields: adds buttons above them, and placeholders for pictures. */
/**
 * Markup before and after the selection; a single entry is put before each line.
 * @type {Record<string, string[]>}
 */
const marks = {
  Heading: ['## '],
  Bold: ['**', '**'],
  Link: ['[', '](https://)'],
  List: ['- '],
  Quote: ['> '],
};

/** @type {NodeListOf<HTMLElement>} */
const bars = document.querySelectorAll('.office-toolbar');
for (const bar of bars) {
  const area = bar.parentElement?.querySelector('textarea');
  if (!area) continue;
  bar.hidden = false;
  bar.addEventListener('click', ({ target }) => {
    const mark = target instanceof HTMLElement ? target.dataset.mark : undefined;
    /** @type {NodeListOf<HTMLInputElement>} */
    const pictures = document.querySelectorAll('.office-picture [type=file]');
    if (mark === 'Picture') [...pictures].at(-1)?.click();
    else if (mark) format(area, marks[mark]);
  });
}

/** @type {(area: HTMLTextAreaElement, markup: string[] | undefined) => void} */
function format(area, [before = '', after] = []) {
  const { selectionStart, selectionEnd, value } = area;
  const start = after ? selectionStart : value.lastIndexOf('\n', selectionStart - 1) + 1;
  const chosen = value.slice(start, selectionEnd);
  const words = after && before === '[' ? chosen || 'words' : chosen;
  insert(area, after ? before + words + after : chosen.replace(/^/gm, before), start);
  // Select the beginning of the address, which a pasted one replaces.
  if (before === '[') area.setSelectionRange(area.selectionEnd - 'https://)'.length, area.selectionEnd - 1);
}

/** @type {(area: HTMLTextAreaElement, text: string, start?: number) => void} */
function insert(area, text, start = area.selectionEnd) {
  area.setRangeText(text, start, area.selectionEnd, 'end');
  area.focus();
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts a placeholder for a chosen picture into the text, and adds fields for another picture. */
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
  /** @type {HTMLElement | null} */
  const set = target.closest('.office-picture');
  const area = target.form?.querySelector('textarea');
  if (!area || set === null || 'used' in set.dataset) return;
  const next = /** @type {HTMLElement} */ (set.cloneNode(true));
  set.dataset.used = '';
  for (const field of next.querySelectorAll('input')) {
    field.name = field.name.replace(/\d+/, (number) => String(Number(number) + 1));
    field.value = '';
  }
  set.after(next);
  insert(area, `\n\n![](${target.name})\n\n`);
  /** @type {HTMLElement | null} */
  const description = set.querySelector('[name^=alt]');
  description?.focus();
});

/** Pastes formatted text as Markdown, and a picture as the article's next one. */
document.addEventListener('paste', async (event) => {
  const { target: area, clipboardData: data } = event;
  if (!(area instanceof HTMLTextAreaElement) || area.name !== 'source' || data === null) return;
  const [html = '', plain = ''] = ['text/html', 'text/plain'].map((type) => data.getData(type));
  const picture = [...data.files].find(({ type }) => type.startsWith('image/'));
  /** @type {NodeListOf<HTMLInputElement> | undefined} */
  const inputs = area.form?.querySelectorAll('.office-picture [type=file]');
  const input = [...(inputs ?? [])].at(-1);
  if (picture && !plain && input) {
    event.preventDefault();
    const files = new DataTransfer();
    files.items.add(picture);
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  // Leave an address to the browser: it belongs into a link.
  if (!html || /^\S*$/.test(plain.trim())) return;
  event.preventDefault();
  const { converter = '' } = document.body.dataset;
  const { text, losses } = await import(converter)
    .then(({ fromHtml }) => fromHtml(html))
    .catch(() => ({ text: '', losses: ['Only the plain text came: the formatting could not be read'] }));
  insert(area, text || plain, area.selectionStart);
  const told = area.parentElement?.querySelector('[data-losses]');
  if (told) told.textContent = losses.join('. ');
});
