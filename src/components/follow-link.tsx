import { useState } from 'react';

import { outcomeWords as words } from '#src/content/outcomes.ts';
import { followPath } from '#src/paths.ts';

import { copyText } from './copy-text.ts';
import { SiteLink } from './link.tsx';

/** `id`: that of the application's record, if it is stored. */
export function FollowLink(props: { id: string | undefined; secret: string; className?: string }) {
  const { id, secret, className } = props;
  return (
    <>
      <SiteLink className={className} href={followPath(id ?? secret)}>
        {words.follow}
      </SiteLink>{' '}
      <CopyLink secret={secret} />
    </>
  );
}

export function CopyLink({ secret }: { secret: string }) {
  const [note, setNote] = useState('');
  const onClick = async () => setNote(await copyText(new URL(followPath(secret), location.origin).href));
  return (
    <>
      <button type="button" className="btn btn-outline-primary" onClick={onClick}>
        {words.copyLink}
      </button>
      <p className="small" role="status">
        {note}
      </p>
    </>
  );
}
