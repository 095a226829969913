import { fallbackName } from '#src/words/attachments.ts';

/** The accepted types, with the endings of their files. HEIC is missing, so that iOS hands over a JPEG. */
export const fileTypes = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/rtf': 'rtf',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const;

export type FileType = keyof typeof fileTypes;

export function isFileType(type: unknown): type is FileType {
  return typeof type === 'string' && Object.hasOwn(fileTypes, type);
}

const endings = [...Object.values(fileTypes).map((ending) => `.${ending}`), '.jpeg'];

/** For `<input accept>`. Endings too, because not every system knows the types of office documents. */
export const acceptedFiles = [...Object.keys(fileTypes), ...endings].join();

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
  return `${shortened(plain.slice(0, plain.length - own.length))}.${fileTypes[type]}`;
}

function shortened(name: string): string {
  return Array.from(name).slice(0, longestName).join('').trim() || fallbackName;
}
