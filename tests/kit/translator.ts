/**
 * Runs in the page before its scripts: replaces texts as Chrome's translation does, from hydration on, and reports a change
 * of a replaced text, which a reader would not see (https://github.com/facebook/react/issues/11538).
 */
export function translate(): void {
  const replaced = new WeakSet<Node>();
  const ignored = 'font, script, style, noscript, title, textarea, option, svg';

  function wrap(text: Node): void {
    const parent = text.parentElement;
    if (!text.isConnected || !text.nodeValue?.trim() || parent === null || parent.closest(ignored)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    replaced.add(text);
    text.parentNode?.replaceChild(outer, text);
  }

  function wrapAll(): void {
    const texts: Node[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(wrap);
  }

  const { set, ...value } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {};
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string) {
      if (replaced.has(this))
        console.error(`A translated text does not change: ${this.nodeValue} -> ${text}`);
      set?.call(this, text);
    },
  });

  new MutationObserver(() => {
    if (document.documentElement.dataset.live !== undefined) wrapAll();
  }).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
    attributeFilter: ['data-live'],
  });
}
