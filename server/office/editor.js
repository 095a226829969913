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
  insert(area, after ? before + chosen + after : chosen.replace(/^/gm, before), start);
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
