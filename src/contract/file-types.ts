import { fallbackName } from '#src/words/files.ts';

/** The accepted types, with the endings of their files. HEIC is missing, so that iOS hands over a JPEG. */
export const fileTypes = {
  'application/pdf': { label: 'PDF', ending: 'pdf' },
  'application/msword': { label: 'Word', ending: 'doc' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    label: 'Word',
    ending: 'docx',
  },
  'application/vnd.oasis.opendocument.text': { label: 'OpenDocument', ending: 'odt' },
  'application/vnd.oasis.opendocument.graphics': { label: 'OpenDocument', ending: 'odg' },
  'application/vnd.oasis.opendocument.spreadsheet': { label: 'OpenDocument', ending: 'ods' },
  'application/vnd.oasis.opendocument.presentation': { label: 'OpenDocument', ending: 'odp' },
  'image/jpeg': { label: 'JPEG', ending: 'jpg' },
  'image/png': { label: 'PNG', ending: 'png' },
  'image/webp': { label: 'WebP', ending: 'webp' },
} as const;

export type FileType = keyof typeof fileTypes;

export function isFileType(type: unknown): type is FileType {
  return typeof type === 'string' && Object.hasOwn(fileTypes, type);
}

const endings = [...Object.values(fileTypes).map(({ ending }) => `.${ending}`), '.jpeg'];

/** For `<input accept>`. Endings too, because not every system knows the types of office documents. */
export const acceptedFiles = [...Object.keys(fileTypes), ...endings].join();

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const zip = 'PK\x03\x04';
/** Where a zip's header ends and the name of its first file begins. */
const zipName = 30;
/** What a Word document may begin with, depending on the program that saved it. */
const wordNames = ['[Content_Types].xml', '_rels/', 'docProps/', 'customXml/', 'word/'];

/** Names in Word documents before 2007, and in those with a password. */
const oldWordNames = ['WordDocument', 'EncryptedPackage'].map((name) => [...name].join('\0'));

/**
 * The type that a file's content shows, whatever its name says; undefined if it is not accepted. Excel and PowerPoint files
 * begin as Word documents do. `content`: decoded as `latin1`, which has a character for each byte.
 */
export function typeOf(content: string): FileType | undefined {
  const has = (text: string, at = 0) => content.startsWith(text, at);
  if (has(zip)) {
    const openDocument = Object.keys(fileTypes).find((type) => has(`mimetype${type}`, zipName));
    if (isFileType(openDocument)) return openDocument;
    // Word opens no file with macros under the ending of one without.
    const isWord = content.includes('word/document') && !content.includes('word/vbaProject');
    return isWord && wordNames.some((name) => has(name, zipName)) ? word : undefined;
  }
  if (has('\xff\xd8\xff')) return 'image/jpeg';
  // Browsers decode the byte before it as Windows does.
  if (has('PNG', 1) && has('\r\n\x1a\n', 4)) return 'image/png';
  if (has('RIFF') && has('WEBP', 8)) return 'image/webp';
  if (has('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))
    return oldWordNames.some((name) => content.includes(name)) ? 'application/msword' : undefined;
  // Readers skip what is before it; markup there would make it a page for a browser that guesses.
  return /^[^<]*%PDF-/.test(content.slice(0, 1024)) ? 'application/pdf' : undefined;
}

const longestName = 100;

/**
 * A name that is safe in every folder, header and list: without a path, and with the ending of its type. Without a type, no
 * ending can be trusted, and the name is only shown.
 */
export function cleanName(name: string, type: FileType | undefined): string {
  const last = name.normalize('NFC').replace(/^.*[/\\]/s, '');
  const plain = last
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\s"*:<>?|]+/g, ' ')
    .replace(/^[\s.]+/, '')
    .trim();
  if (type === undefined) return shortened(plain);
  const own = endings.find((ending) => plain.toLowerCase().endsWith(ending)) ?? '';
  return `${shortened(plain.slice(0, plain.length - own.length))}.${fileTypes[type].ending}`;
}

function shortened(name: string): string {
  return Array.from(name).slice(0, longestName).join('').trim() || fallbackName;
}
