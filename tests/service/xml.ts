import { JSDOM } from 'jsdom';

/** The texts of these child elements of each element with this name. Throws if the document is not well-formed. */
export function elementsOf(xml: string, name: string, children: string[]): string[][] {
  const { document } = new JSDOM(xml, { contentType: 'application/xml' }).window;
  return [...document.getElementsByTagName(name)].map((element) =>
    children.map((child) => element.getElementsByTagName(child)[0]?.textContent ?? ''),
  );
}
