import { follow } from '#src/content/follow.ts';
import { followPath } from '#src/paths.ts';

import { SiteLink } from './link.tsx';

type FollowLinkProps = { secret: string; className?: string; onClick?: () => void };

/** From what was sent to what became of it. */
export function FollowLink({ secret, ...rest }: FollowLinkProps) {
  return (
    <SiteLink {...rest} href={followPath(secret)}>
      {follow.link}
    </SiteLink>
  );
}
