const block = /^(?:P|H[1-6]|BLOCKQUOTE|UL|OL|TABLE|PRE|HR|DIV|FIGURE|FIGCAPTION)$/;

/** Makes an email's text of sanitised HTML: each link's absolute address stands after its words. */
export async function htmlText(html: string, siteUrl: string): Promise<string> {
  const { JSDOM } = await import('jsdom');
  const lines = textOf(JSDOM.fragment(html), siteUrl).split('\n');
  const trimmed = lines.map((line) => line.trim()).join('\n');
  return trimmed.replace(/\n{3,}/g, '\n\n').trim();
}

function textOf(node: Node, siteUrl: string): string {
  if (node.nodeType === node.TEXT_NODE)
    return node.parentNode?.nodeName === 'CODE'
      ? (node.nodeValue ?? '')
      : (node.nodeValue ?? '').replace(/\s+/g, ' ');
  const inner = [...node.childNodes].map((one) => textOf(one, siteUrl)).join('');
  const { nodeName } = node;
  if (nodeName === 'BR') return '\n';
  if (nodeName === 'LI') return `\n${signOf(node)} ${inner.trim()}`;
  if (nodeName === 'TR') return `\n${inner.replace(/ · $/, '')}`;
  if (nodeName === 'TD' || nodeName === 'TH') return `${inner.trim()} · `;
  if (nodeName === 'A') return linked(inner, node, siteUrl);
  // A list in a list follows its item.
  if ((nodeName === 'UL' || nodeName === 'OL') && node.parentNode?.nodeName === 'LI') return inner;
  return block.test(nodeName) ? `\n\n${inner}\n\n` : inner;
}

function signOf(node: Node): string {
  const parent = node.parentNode;
  if (parent?.nodeName !== 'OL') return '•';
  const items = [...parent.childNodes].filter((one) => one.nodeName === 'LI');
  return `${items.indexOf(node as ChildNode) + 1}.`;
}

function linked(words: string, node: Node, siteUrl: string): string {
  const href = 'getAttribute' in node ? String((node as Element).getAttribute('href') ?? '') : '';
  if (href === '' || !URL.canParse(href, siteUrl)) return words;
  const address = new URL(href, siteUrl).href.replace(/^(?:mailto|tel):/, '');
  const isSame = [address, address.replace(/\/$/, '')].includes(words.trim());
  return isSame || words.trim() === '' ? address : `${words} (${address})`;
}
