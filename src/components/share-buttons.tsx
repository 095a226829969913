import { useState } from 'react';

import { whatsappUrl, shareWords as words } from '#src/content/share.ts';

import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';
import { absoluteUrl } from './page-meta.tsx';

type ShareButtonsProps = {
  title: string;
  path: string;
  /** Further lines for the message. */
  lines?: (string | undefined)[];
};

export function ShareButtons({ title, path, lines = [] }: ShareButtonsProps) {
  const [note, setNote] = useState('');
  const text = [title, ...lines].filter(Boolean).join('\n');
  const onShare = async () => setNote(await share({ title, text, url: addressOf(path) }));
  const message = (url: string) => whatsappUrl(`${text}\n${url}`);
  return (
    <div className="hstack flex-wrap gap-2 d-print-none">
      <button type="button" className="btn btn-outline-primary btn-sm needs-script" onClick={onShare}>
        <Icon name="share" />
        {words.share}
      </button>{' '}
      <a
        className="btn btn-outline-primary btn-sm"
        href={message(absoluteUrl(path))}
        rel="noreferrer"
        // The site may be served from a different origin than the one it was built for.
        onClick={({ currentTarget: link }) => void link.setAttribute('href', message(addressOf(path)))}
      >
        {words.whatsapp}
      </a>{' '}
      <span className="small text-body-secondary" role="status">
        {note}
      </span>
    </div>
  );
}

function addressOf(path: string): string {
  return new URL(path, location.origin).href;
}

/** Resolves to a message for the visitor. */
async function share(page: { title: string; text: string; url: string }): Promise<string> {
  try {
    await navigator.share(page);
    return '';
  } catch (error) {
    // The visitor closed the share menu.
    if (error instanceof DOMException && error.name === 'AbortError') return '';
  }
  return copyText(page.url);
}
