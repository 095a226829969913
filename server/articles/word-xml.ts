import type JSZip from 'jszip';

type Level = { start: number; isOrdered: boolean };
type Lists = {
  /** Each numbering's definition, and the numbers from which its levels begin anew. */
  nums: Map<string, { definition: string; restarts: Map<number, number> }>;
  definitions: Map<string, Map<number, Level>>;
};

const partsOf = (xml: string, name: string) => [
  ...xml.matchAll(new RegExp(`<w:${name}\\b([^>]*)>(.*?)</w:${name}>`, 'gs')),
];
const valueIn = (xml: string, name: string) => new RegExp(`w:${name}\\s*=\\s*"([^"]*)"`).exec(xml)?.[1];
const valueAt = (xml: string, name: string) =>
  valueIn(new RegExp(`<w:${name}\\b[^>]*>`).exec(xml)?.[0] ?? '', 'val');

function readLists(xml: string): Lists {
  const definitions = partsOf(xml, 'abstractNum').map(([, head = '', body = '']) => {
    const levels = partsOf(body, 'lvl').map(([, level = '', inner = '']) => {
      const isOrdered = !['bullet', 'none'].includes(valueAt(inner, 'numFmt') ?? 'bullet');
      return [
        Number(valueIn(level, 'ilvl')),
        { start: Number(valueAt(inner, 'start') ?? 1), isOrdered },
      ] as const;
    });
    return [valueIn(head, 'abstractNumId') ?? '', new Map(levels)] as const;
  });
  const nums = partsOf(xml, 'num').map(([, head = '', body = '']) => {
    const restarts = partsOf(body, 'lvlOverride').flatMap(([, level = '', inner = '']) => {
      const start = valueAt(inner, 'startOverride');
      return start === undefined ? [] : [[Number(valueIn(level, 'ilvl')), Number(start)] as const];
    });
    const definition = valueAt(body, 'abstractNumId') ?? '';
    return [valueIn(head, 'numId') ?? '', { definition, restarts: new Map(restarts) }] as const;
  });
  return { nums: new Map(nums), definitions: new Map(definitions) };
}

/** Counts as Word does: numberings of one definition count together, unless one begins anew. */
function counter({ nums, definitions }: Lists) {
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();
  return (numId: string, level: number): number | undefined => {
    const { definition = '', restarts } = nums.get(numId) ?? {};
    const known = definitions.get(definition)?.get(level);
    if (known === undefined) return undefined;
    const count = counts.get(definition) ?? [];
    const before = count[level];
    const restart = begun.has(`${numId} ${level}`) ? undefined : restarts?.get(level);
    begun.add(`${numId} ${level}`);
    // A new item ends the count of the levels below it.
    count.length = level;
    count[level] = restart ?? (before === undefined ? known.start : before + 1);
    counts.set(definition, count);
    return known.isOrdered ? count[level] : undefined;
  };
}

const numbered = /<w:numPr>\s*(?:<w:ilvl w:val="(\d)"\s*\/>\s*)?<w:numId w:val="(\d+)"\s*\/>.*?<\/w:pPr>/gs;
const hidden = /<w:r(?: [^>]*)?>\s*<w:rPr>(?:(?!<\/w:rPr>).)*<w:vanish\s*\/>.*?<\/w:r>/gs;

/** A part's file; Word Online numbers them. */
export const partOf = (zip: JSZip, name: 'document' | 'numbering') =>
  zip.file(new RegExp(`^word/${name}\\d*\\.xml$`))[0];

/**
 * Rewrites the text for mammoth, and returns it. Marks the paragraphs of numbered lists with their numbers, because mammoth
 * begins each list with 1 (https://github.com/mwilliamson/mammoth.js/issues/413, 479). Removes hidden text (230), and the
 * tags of simple fields, whose text mammoth would leave out with its line breaks and aligned tabs.
 */
export async function prepare(zip: JSZip): Promise<string> {
  const part = partOf(zip, 'document');
  const numberOf = counter(readLists((await partOf(zip, 'numbering')?.async('string')) ?? ''));
  const xml = ((await part?.async('string')) ?? '')
    .replace(hidden, '')
    .replace(/<\/?w:fldSimple\b[^>]*>/g, '')
    .replace(/<w:cr\s*\/>/g, '<w:br/>')
    .replace(/<w:ptab\b[^>]*\/>/g, '<w:tab/>')
    .replace(numbered, (properties, level, numId) => {
      const number = numberOf(numId, Number(level ?? 0));
      return number === undefined
        ? properties
        : `${properties}<w:bookmarkStart w:id="0" w:name="number-${number}"/>`;
    });
  if (part) zip.file(part.name, xml);
  return xml;
}

/** Begins each list of mammoth's html with the number of its first item. */
export const startLists = (html: string) =>
  html
    .replace(/<ol><li><a id="number-(\d+)"><\/a>/g, '<ol start="$1"><li>')
    .replace(/<a id="number-\d+"><\/a>/g, '');
