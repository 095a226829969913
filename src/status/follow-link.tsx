import { SiteLink } from '#src/components/link.tsx';
import { outboxMessages } from '#src/content/outcomes.ts';
import { followPath } from '#src/paths.ts';

type FollowLinkProps = { secret: string; className?: string; onClick?: () => void };

/** From what was sent to what became of it. */
export function FollowLink({ secret, ...rest }: FollowLinkProps) {
  return (
    <SiteLink {...rest} href={followPath(secret)}>
      {outboxMessages.follow}
    </SiteLink>
  );
}
