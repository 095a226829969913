import { type ReactNode, useState } from 'react';

import { whatsappUrl, passOnWords as words } from '#src/content/pass-on.ts';

import { Icon } from './icon.tsx';
import { absoluteUrl } from './page-head.tsx';
import { addressOf, isMenuAnswer } from './share-menu.ts';

/** A vacancy or an article, as it leaves the phone. */
export type PassedOn = {
  kind: 'vacancy' | 'article';
  title: string;
  path: string;
  /** Such as `Closes on Friday, 27th November 2026`. */
  closing?: string;
};

type PassOnProps = { page: PassedOn; children?: ReactNode };

/** Two ways off this phone: its own share menu, and a message. */
export function PassOn({ page, children }: PassOnProps) {
  const [note, setNote] = useState('');
  const message = (url: string) => whatsappUrl([page.title, page.closing, url].filter(Boolean).join('\n'));
  return (
    <div className="article-tools">
      <button type="button" className="btn btn-sm" onClick={() => void share(page).then(setNote)}>
        <Icon name="share" />
        {words.share}
      </button>
      <a
        className="btn btn-sm"
        href={message(absoluteUrl(page.path))}
        rel="noreferrer"
        // The html has the address that the site was built for, which may be another than it is served at.
        onClick={({ currentTarget }) => {
          currentTarget.href = message(addressOf(page.path));
        }}
      >
        {words.whatsapp}
      </a>
      {children}
      <span className="meta" role="status">
        {note}
      </span>
    </div>
  );
}

/**
 * By the device's own menu, else by the clipboard, else by showing the address. Gives what to tell the visitor; nothing
 * where the menu has told it.
 */
async function share({ title, path, closing }: PassedOn): Promise<string> {
  const url = addressOf(path);
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text: [title, closing].filter(Boolean).join('\n'), url });
      return '';
    } catch (error) {
      // What cannot be shared can still be copied.
      if (isMenuAnswer(error)) return '';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return words.copied;
  } catch {
    return `${words.copyThis} ${url}`;
  }
}
