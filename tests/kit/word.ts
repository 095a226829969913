import JSZip from 'jszip';

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const r = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const package_ = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export const run = (text: string) =>
  `<w:r>${escaped(text)
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${line}</w:t>`)
    .join('<w:br/>')}</w:r>`;

/** A paragraph as Word writes it; `style` is `Title`, `Heading1` and so on. A new line is a line break. */
export const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${run(text)}</w:p>`;

/** `list`: 1 has bullets; 2 has numbers, 3 begins them anew, and 4 begins with 4. */
export const listItem = (text: string, list = 1, level = 0) =>
  `<w:p><w:pPr><w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${run(text)}</w:p>`;

/** Cells are texts or paragraphs. */
export const table = (rows: string[][]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith('<w:') ? cell : paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

export const hidden = (text: string) =>
  `<w:r><w:rPr><w:vanish/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

export const chart =
  '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="chart"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';

const mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const shapes = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';

/** A text box as Word writes it; with a `fallback` for older programs. */
export const textBox = (text: string, fallback = '') =>
  `<w:p><w:r><mc:AlternateContent ${mc}><mc:Choice Requires="wps"><w:drawing><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="${shapes}"><wps:wsp xmlns:wps="${shapes}"><wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></w:drawing></mc:Choice>${fallback && `<mc:Fallback><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${paragraph(fallback)}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>`}</mc:AlternateContent></w:r></w:p>`;

export const inserted = (text: string) => `<w:ins w:id="1" w:author="A">${run(text)}</w:ins>`;
export const deleted = (text: string) =>
  `<w:del w:id="2" w:author="A"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
/** Puts runs at the end of a paragraph. */
export const withRuns = (block: string, runs: string) => block.replace('</w:p>', `${runs}</w:p>`);

const levels = (start: number, format: string) =>
  [0, 1]
    .map(
      (level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="${level === 0 ? start : 1}"/><w:numFmt w:val="${format}"/></w:lvl>`,
    )
    .join('');

/** A paragraph with a link to `href`, which must be listed in `links`. */
export const linked = (before: string, text: string, id: string) =>
  `<w:p>${run(before)}<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink></w:p>`;

type Look = { crop?: string; frame?: string; link?: boolean };

/** `crop`: attributes of `a:srcRect`; `frame`: attributes of `a:xfrm`; `link`: the picture lies beside the document. */
export const picture = (id: string, alt: string, { crop = '', frame = '', link = false }: Look = {}) =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="${id}" descr="${alt}"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:${link ? 'link' : 'embed'}="${id}"/>${crop && `<a:srcRect ${crop}/>`}</pic:blipFill>${frame && `<pic:spPr><a:xfrm ${frame}/></pic:spPr>`}</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

type Parts = {
  /** By relationship id. */
  links?: Record<string, string>;
  /** Files by relationship id; the ending gives the type. */
  pictures?: Record<string, { name: string; bytes: Buffer }>;
  /** Further styles, as XML. */
  styles?: string;
  /** More files in the archive. */
  others?: Record<string, Buffer>;
};

/** A .docx file with these paragraphs and tables. */
export function wordFile(
  blocks: string[],
  { links = {}, pictures = {}, others = {}, styles: ownStyles = '' }: Parts = {},
): Promise<Buffer> {
  const zip = new JSZip();
  const types = ['png', 'jpeg', 'jpg', 'emf', 'gif'].map(
    (ending) => `<Default Extension="${ending}" ContentType="image/${ending.replace('jpg', 'jpeg')}"/>`,
  );
  zip.file(
    '[Content_Types].xml',
    `<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join('')}<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  );
  zip.file(
    '_rels/.rels',
    `<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  const relations = [
    `<Relationship Id="numbering" Type="${office}/numbering" Target="numbering.xml"/>`,
    `<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/>`,
    ...Object.entries(links).map(
      ([id, href]) =>
        `<Relationship Id="${id}" Type="${office}/hyperlink" Target="${href}" TargetMode="External"/>`,
    ),
    ...Object.entries(pictures).map(
      ([id, { name }]) => `<Relationship Id="${id}" Type="${office}/image" Target="media/${name}"/>`,
    ),
  ];
  zip.file(
    'word/_rels/document.xml.rels',
    `<Relationships xmlns="${package_}/relationships">${relations.join('')}</Relationships>`,
  );
  zip.file(
    'word/document.xml',
    `<w:document ${w} ${r}><w:body>${blocks.join('')}<w:sectPr/></w:body></w:document>`,
  );
  zip.file(
    'word/numbering.xml',
    `<w:numbering ${w}><w:abstractNum w:abstractNumId="0">${levels(1, 'bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${levels(1, 'decimal')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${levels(4, 'decimal')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
  );
  const styles = {
    Title: 'Title',
    Heading1: 'heading 1',
    Heading2: 'heading 2',
    ListParagraph: 'List Paragraph',
    TOC1: 'toc 1',
  };
  zip.file(
    'word/styles.xml',
    `<w:styles ${w}>${Object.entries(styles)
      .map(
        ([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`,
      )
      .join('')}${ownStyles}</w:styles>`,
  );
  for (const { name, bytes } of Object.values(pictures)) zip.file(`word/media/${name}`, bytes);
  for (const [name, bytes] of Object.entries(others)) zip.file(name, bytes);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}
