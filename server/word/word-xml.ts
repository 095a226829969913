import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import type JSZip from 'jszip';

import type { Losses } from '../lib/losses.ts';
import type { Shown } from '../pictures/pictures.ts';

type Numbering = { id: string; level: number };
type Style = { basedOn: string; isHidden: boolean | undefined; numbering: Numbering | undefined };
type Level = { start: number; isOrdered: boolean };

/** Marks a picture's description with its number, because mammoth tells nothing else of it. */
export const pictureMark = '\uE000';

/** Reads a part of the archive as a tree; undefined if it is missing. */
async function treeOf(
  zip: JSZip,
  part: RegExp | string,
): Promise<{ name: string; root: Element } | undefined> {
  const file = typeof part === 'string' ? zip.file(part) : zip.file(part)[0];
  if (file === null || file === undefined) return undefined;
  const errorHandler = (_: string, why: string) => fail(why);
  const document = new DOMParser({ errorHandler }).parseFromString(await file.async('string'), 'text/xml');
  return { name: file.name, root: document.documentElement ?? fail(`${file.name} is empty.`) };
}

function fail(why: string): never {
  throw new Error(why);
}

const childrenOf = (element: Element): Element[] =>
  Array.from(element.childNodes ?? []).filter((node): node is Element => node.nodeType === 1);
const child = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>(
    (at, name) => at && childrenOf(at).find(({ localName }) => localName === name),
    element,
  );
const value = (element: Element | undefined, name = 'w:val') => element?.getAttribute(name) || undefined;
const isOn = (element: Element | undefined) =>
  element && !['0', 'false', 'off'].includes(value(element) ?? '');

function below(root: Element): Element[] {
  const found: Element[] = [];
  const next = childrenOf(root).toReversed();
  for (let element = next.pop(); element !== undefined; element = next.pop()) {
    found.push(element);
    for (const one of childrenOf(element).toReversed()) next.push(one);
  }
  return found;
}

const remove = (element: Element) => element.parentNode?.removeChild(element);

function unwrap(element: Element): void {
  for (const node of Array.from(element.childNodes)) element.parentNode?.insertBefore(node, element);
  remove(element);
}

function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElementNS(element.namespaceURI, name);
  element.parentNode?.replaceChild(other, element);
}

function numberingIn(properties: Element | undefined): Numbering | undefined {
  const id = value(child(properties, 'numPr', 'numId'));
  return id === undefined ? undefined : { id, level: Number(value(child(properties, 'numPr', 'ilvl')) ?? 0) };
}

/** Each style with what it has from those that it is based on. */
function readStyles(root: Element | undefined): (id: string | undefined) => Omit<Style, 'basedOn'> {
  const styles = new Map<string, Style>();
  for (const style of root ? childrenOf(root) : [])
    styles.set(value(style, 'w:styleId') ?? '', {
      basedOn: value(child(style, 'basedOn')) ?? '',
      isHidden: isOn(child(style, 'rPr', 'vanish')),
      numbering: numberingIn(child(style, 'pPr')),
    });
  const read = (id: string | undefined, depth = 0): Omit<Style, 'basedOn'> => {
    const style = styles.get(id ?? '');
    if (style === undefined || depth > 20) return { isHidden: undefined, numbering: undefined };
    const base = read(style.basedOn, depth + 1);
    return { isHidden: style.isHidden ?? base.isHidden, numbering: style.numbering ?? base.numbering };
  };
  return read;
}

/** Counts as Word does: numberings of one definition count together, unless one begins anew. */
function counter(root: Element | undefined): (numbering: Numbering) => number | undefined {
  const of = (name: string) => (root ? childrenOf(root) : []).filter(({ localName }) => localName === name);
  const levelsIn = (element: Element, name: string) =>
    childrenOf(element).filter(({ localName }) => localName === name);
  const definitions = new Map(
    of('abstractNum').map((one) => {
      const levels = levelsIn(one, 'lvl').map((level): [number, Level] => {
        const format = value(child(level, 'numFmt')) ?? 'bullet';
        const start = Number(value(child(level, 'start')) ?? 1);
        return [Number(value(level, 'w:ilvl')), { start, isOrdered: !['bullet', 'none'].includes(format) }];
      });
      return [value(one, 'w:abstractNumId') ?? '', new Map(levels)];
    }),
  );
  const numberings = new Map(
    of('num').map((one) => {
      const restarts = levelsIn(one, 'lvlOverride').flatMap((level): [number, number][] => {
        const start = value(child(level, 'startOverride'));
        return start === undefined ? [] : [[Number(value(level, 'w:ilvl')), Number(start)]];
      });
      const definition = value(child(one, 'abstractNumId')) ?? '';
      return [value(one, 'w:numId') ?? '', { definition, restarts: new Map(restarts) }];
    }),
  );
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();
  return ({ id, level }) => {
    const { definition = '', restarts } = numberings.get(id) ?? {};
    const known = definitions.get(definition)?.get(level);
    if (known === undefined) return undefined;
    const count = counts.get(definition) ?? [];
    const before = count[level];
    const restart = begun.has(`${id} ${level}`) ? undefined : restarts?.get(level);
    begun.add(`${id} ${level}`);
    // A new item ends the count of the levels below it.
    count.length = level;
    count[level] = restart ?? (before === undefined ? known.start : before + 1);
    counts.set(definition, count);
    return known.isOrdered ? count[level] : undefined;
  };
}

/**
 * Changes the text for mammoth: keeps what Word shows, with all changes accepted, marks numbered paragraphs with their numbers
 * (mammoth begins each list with 1: https://github.com/mwilliamson/mammoth.js/issues/413) and pictures with theirs.
 * Counts what mammoth does not read, and returns the number of changes and how each picture is shown.
 */
export async function prepare(zip: JSZip, losses: Losses): Promise<{ changes: number; pictures: Shown[] }> {
  const styleOf = readStyles((await treeOf(zip, /^word\/styles\d*\.xml$/))?.root);
  const numberOf = counter((await treeOf(zip, /^word\/numbering\d*\.xml$/))?.root);
  const pictures: Shown[] = [];
  let changes = 0;
  for (const part of [/^word\/document\d*\.xml$/, /^word\/footnotes\d*\.xml$/, /^word\/endnotes\d*\.xml$/]) {
    const tree = await treeOf(zip, part);
    if (tree === undefined) continue;
    changes += acceptChanges(tree.root);
    for (const element of below(tree.root)) {
      const { localName } = element;
      if (localName === 'AlternateContent') chooseContent(element);
      else if (localName === 'r') hideRun(element, styleOf);
      else if (localName === 'fldSimple') unwrap(element);
      else if (localName === 'cr') rename(element, 'w:br');
      else if (localName === 'ptab') rename(element, 'w:tab');
    }
    const isThere = await referencesOf(zip, tree.name);
    for (const element of below(tree.root))
      if (element.localName === 'p') markNumber(element, styleOf, numberOf);
      else if (element.localName === 'drawing') readDrawing(element, isThere, pictures, losses);
      else if (element.localName === 'imagedata' && !isThere(value(element, 'r:id')))
        losses.add('unreadable picture', Number(remove(element) !== undefined));
      else if (element.localName === 'oMath') losses.add('formula', Number(remove(element) !== undefined));
    zip.file(tree.name, new XMLSerializer().serializeToString(tree.root));
  }
  return { changes, pictures };
}

/** Returns how many there were; a move counts once. */
function acceptChanges(root: Element): number {
  let changes = 0;
  for (const element of below(root)) {
    const { localName } = element;
    const isMark = /^(?:rPr|trPr|tcPr)$/.test(element.parentNode?.nodeName.split(':')[1] ?? '');
    const isGone = localName === 'del' || localName === 'moveFrom';
    if (localName === 'ins' || localName === 'moveTo' || localName === 'del') changes += 1;
    const row = element.parentNode?.parentNode;
    if (isGone && isMark && element.parentNode?.nodeName === 'w:trPr' && row) remove(row as Element);
    else if (isGone && !isMark) remove(element);
  }
  return changes;
}

/** Word shows the choice, mammoth the fallback; either is better than nothing. */
function chooseContent(element: Element): void {
  const fallback = child(element, 'Fallback');
  const chosen = fallback && childrenOf(fallback).length > 0 ? fallback : child(element, 'Choice');
  for (const one of childrenOf(element)) if (one !== chosen) remove(one);
  if (chosen) unwrap(chosen);
  unwrap(element);
}

function hideRun(run: Element, styleOf: ReturnType<typeof readStyles>): void {
  const properties = child(run, 'rPr');
  const paragraph = run.parentNode as Element;
  const isHidden =
    isOn(child(properties, 'vanish')) ??
    styleOf(value(child(properties, 'rStyle'))).isHidden ??
    styleOf(value(child(paragraph, 'pPr', 'pStyle'))).isHidden;
  if (isHidden) remove(run);
}

type StyleOf = ReturnType<typeof readStyles>;

function markNumber(paragraph: Element, styleOf: StyleOf, numberOf: ReturnType<typeof counter>): void {
  const properties = child(paragraph, 'pPr');
  const own = numberingIn(properties);
  const numbering = own ?? styleOf(value(child(properties, 'pStyle'))).numbering;
  const isDeleted = child(properties, 'rPr', 'del') ?? child(properties, 'rPr', 'moveFrom');
  if (properties === undefined || numbering === undefined || isDeleted) return;
  const made = (name: string, attributes: Record<string, string>) => {
    const element = paragraph.ownerDocument.createElementNS(paragraph.namespaceURI, name);
    for (const [key, text] of Object.entries(attributes))
      element.setAttributeNS(paragraph.namespaceURI, key, text);
    return element;
  };
  if (own === undefined) {
    const list = properties.appendChild(made('w:numPr', {}));
    list.appendChild(made('w:ilvl', { 'w:val': String(numbering.level) }));
    list.appendChild(made('w:numId', { 'w:val': numbering.id }));
  }
  const number = numberOf(numbering);
  if (number === undefined) return;
  paragraph.insertBefore(made('w:bookmarkStart', { 'w:name': `number-${number}` }), properties.nextSibling);
}

/** Says whether the archive holds what a part of it refers to by an id. */
async function referencesOf(zip: JSZip, part: string): Promise<(id: string | undefined) => boolean> {
  const [, folder = '', name = ''] = /^(.*\/)([^/]*)$/.exec(part) ?? [];
  const tree = await treeOf(zip, `${folder}_rels/${name}.rels`);
  const targets = new Map(
    (tree ? childrenOf(tree.root) : []).map((one) => [value(one, 'Id'), value(one, 'Target') ?? '']),
  );
  return (id) => {
    const target = targets.get(id) ?? '';
    return zip.file(target.startsWith('/') ? target.slice(1) : folder + target) !== null;
  };
}

/** Counts and removes what mammoth does not read, and notes how a picture is cropped, turned and mirrored. */
function readDrawing(
  drawing: Element,
  isThere: (id: string | undefined) => boolean,
  pictures: Shown[],
  losses: Losses,
): void {
  const inside = below(drawing);
  const named = (name: string) => inside.filter(({ localName }) => localName === name);
  const [picture] = named('pic');
  const [data] = named('graphicData');
  const boxes = named('txbxContent').length;
  losses.add('text box', boxes);
  const uri = value(data, 'uri') ?? '';
  const isPlain = /\/picture$/.test(uri) && picture !== undefined;
  if (/\/chart$/.test(uri)) losses.add('chart');
  else if (/\/diagram$/.test(uri)) losses.add('diagram');
  else if (!isPlain && named('blip').length > 0) losses.add('grouped picture', named('blip').length);
  else if (!isPlain && boxes === 0) losses.add('drawing');
  const blip = named('blip')[0];
  const file = blip && value(blip, 'r:embed');
  const isMissing = isPlain && !isThere(file);
  if (isMissing) losses.add(file ? 'unreadable picture' : 'linked picture');
  if (!isPlain || isMissing) {
    remove(drawing);
    return;
  }
  const [description] = named('docPr');
  if (description === undefined || blip === undefined) return;
  const crop = child(picture, 'blipFill', 'srcRect');
  const frame = child(picture, 'spPr', 'xfrm');
  const part = (name: string) => Math.min(Math.max(Number(value(crop, name) ?? 0) / 100_000 || 0, 0), 0.99);
  const turns = (Number(value(frame, 'rot') ?? 0) / 5_400_000) % 4;
  const isQuarter = Math.abs(turns - Math.round(turns)) < 0.01;
  if (!isQuarter) losses.add('slant of a picture');
  const words = value(description, 'descr') ?? value(description, 'title') ?? '';
  description.setAttribute('descr', `${words}${pictureMark}${pictures.length}`);
  pictures.push({
    crop: { left: part('l'), top: part('t'), right: part('r'), bottom: part('b') },
    quarterTurns: isQuarter ? (Math.round(turns) + 4) % 4 : 0,
    isMirrored: ['1', 'true'].includes(value(frame, 'flipH') ?? ''),
    isUpsideDown: ['1', 'true'].includes(value(frame, 'flipV') ?? ''),
  });
}

/** Begins each list of mammoth's html with the number of its first item. */
export const startLists = (html: string) =>
  html
    .replace(/<ol><li><a id="number-(\d+)"><\/a>/g, '<ol start="$1"><li>')
    .replace(/<a id="number-\d+"><\/a>/g, '');
