import { passOnWords } from '#src/content/pass-on.ts';
import { mediaDate } from '#src/lib/dates.ts';

import { fileName, pageFile } from './page-file.ts';
import { fileBody } from './page-file-body.ts';
import type { PassedOn } from './pass-on.tsx';
import { addressOf, isMenuAnswer } from './share-menu.ts';

/** Long enough for the slowest disk; the browser reads the file after the press. */
const untilWritten = 60_000;

/** Hands the page over as a file: to the share menu where it takes files, else as a download. Gives what to tell. */
export async function saveFile(page: PassedOn): Promise<string> {
  const url = addressOf(page.path);
  const body = fileBody(page.html, url);
  const text = pageFile(page, {
    body,
    url,
    logo: logoOnPage(),
    savedOn: mediaDate(new Date().toISOString()),
  });
  const file = new File([text], fileName(page.title), { type: 'text/html' });
  const data = { files: [file], title: page.title };
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
      return '';
    } catch (error) {
      if (isMenuAnswer(error)) return '';
      console.warn('The file cannot be shared; it is downloaded.', error);
    }
  }
  download(file);
  return passOnWords.handedOver(file.name);
}

/** The html of each page brings it. */
function logoOnPage(): string {
  return document.querySelector('.brand img')?.getAttribute('src') ?? '';
}

function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), untilWritten);
}
