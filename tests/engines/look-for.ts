import type { Seen, Target } from './browser.ts';

/**
 * Runs in the page, so it stands by itself: the first visible element that fits the target, or what can be told about
 * it. One finder for every engine, because their own ways to ask for a role and a name differ.
 */
export function lookFor(target: Target, answer: 'element' | 'facts'): Element | Seen | null {
  const selectors = {
    alert: '[role=alert]',
    button: 'button',
    contentinfo: 'footer:not(main footer)',
    dialog: 'dialog[open]',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    main: 'main',
    status: '[role=status]',
    textbox: 'input, textarea',
  };
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label');
    if (label !== null) return plain(label);
    const labelledBy = element.getAttribute('aria-labelledby');
    if (labelledBy !== null) return plain(document.getElementById(labelledBy)?.textContent);
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return plain(element.labels?.[0]?.textContent);
    return plain(element.textContent);
  };
  const fits = (element: Element) => {
    const wanted = target.name ?? '*';
    const name = nameOf(element);
    const named = wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
    return named && element.checkVisibility({ checkVisibilityCSS: true });
  };
  const scope = target.within ? document.querySelector(selectors[target.within]) : document;
  const element = [...(scope?.querySelectorAll(selectors[target.role]) ?? [])].find(fits);
  if (element === undefined) return null;
  if (answer === 'element') return element;
  return {
    text: plain(element.textContent),
    value: 'value' in element ? String(element.value) : '',
    expanded: element.getAttribute('aria-expanded'),
    focused: element === document.activeElement,
  };
}
