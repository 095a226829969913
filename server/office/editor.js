/** Enhances Markdown fields: adds buttons above them, and placeholders for pictures. */
/** Markup before and after the selection; a single entry is put before each line. */
const marks = {
  Heading: ['## '],
  Bold: ['**', '**'],
  Link: ['[', '](https://)'],
  List: ['- '],
  Quote: ['> '],
};

for (const bar of document.querySelectorAll('.office-toolbar')) {
  const area = bar.parentElement.querySelector('textarea');
  bar.hidden = false;
  bar.addEventListener('click', ({ target }) => {
    const { mark } = target.dataset;
    if (mark === 'Picture') [...area.form.querySelectorAll('.office-picture [type=file]')].at(-1).click();
    else if (mark) format(area, marks[mark]);
  });
}

function format(area, [before, after]) {
  const { selectionStart, selectionEnd, value } = area;
  const start = after ? selectionStart : value.lastIndexOf('\n', selectionStart - 1) + 1;
  const chosen = value.slice(start, selectionEnd);
  const words = after && before === '[' ? chosen || 'words' : chosen;
  insert(area, after ? before + words + after : chosen.replace(/^/gm, before), start);
  // Select the beginning of the address, which a pasted one replaces.
  if (before === '[') area.setSelectionRange(area.selectionEnd - 'https://)'.length, area.selectionEnd - 1);
}

function insert(area, text, start = area.selectionEnd) {
  area.setRangeText(text, start, area.selectionEnd, 'end');
  area.focus();
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts a placeholder for a chosen picture into the text, to be replaced by the server, and adds fields for another picture. */
document.addEventListener('change', ({ target }) => {
  const set = target.closest('.office-picture');
  if (set === null || target.type !== 'file' || 'used' in set.dataset) return;
  const next = set.cloneNode(true);
  set.dataset.used = '';
  for (const field of next.querySelectorAll('input')) {
    field.name = field.name.replace(/\d+/, (number) => Number(number) + 1);
    field.value = '';
  }
  set.after(next);
  insert(target.form.elements.source, `\n\n![](${target.name})\n\n`);
  set.querySelector('[name^=alt]').focus();
});

/** Pastes formatted text as Markdown, and a picture as the article's next one. */
document.addEventListener('paste', async (event) => {
  const area = event.target.closest?.('textarea[name=source]');
  if (!area) return;
  const { clipboardData: data } = event;
  const [html, plain] = ['text/html', 'text/plain'].map((type) => data.getData(type));
  const picture = [...data.files].find(({ type }) => type.startsWith('image/'));
  const input = [...area.form.querySelectorAll('.office-picture [type=file]')].at(-1);
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
  const body = new FormData();
  body.set('html', html);
  const answer = await fetch(area.dataset.pasted, {
    method: 'POST',
    headers: { 'x-office': '1' },
    body,
  }).catch(() => null);
  const { text } = answer?.ok ? await answer.json() : { text: plain };
  insert(area, text || plain, area.selectionStart);
});
