import { useState } from 'react';

import { Icon } from '#src/components/icon.tsx';
import { mediaRoom } from '#src/content/media-room.ts';

const words = mediaRoom.article;

/** Share by the device's own menu, else by the clipboard, else by showing the address; and print. */
export function ArticleTools({ title }: { title: string }) {
  const [note, setNote] = useState('');
  return (
    <div className="article-tools">
      <button type="button" className="btn btn-sm" onClick={() => void share(title).then(setNote)}>
        <Icon name="share" />
        {words.share}
      </button>
      <button type="button" className="btn btn-sm" onClick={() => print()}>
        {words.print}
      </button>
      <span className="meta" role="status">
        {note}
      </span>
    </div>
  );
}

/** Gives what to tell the visitor; nothing where the device's own menu has told it. */
async function share(title: string): Promise<string> {
  const url = location.origin + location.pathname;
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return '';
    } catch (error) {
      // Closing the menu is no failure; what cannot be shared can still be copied.
      if (error instanceof DOMException && error.name === 'AbortError') return '';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return words.copied;
  } catch {
    return `${words.copyThis} ${url}`;
  }
}
