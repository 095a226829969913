import { outcomeWords } from '#src/content/outcomes.ts';
import { followPath } from '#src/paths.ts';

import { SiteLink } from './link.tsx';

export function FollowLink({ secret, className }: { secret: string; className?: string }) {
  return (
    <SiteLink className={className} href={followPath(secret)}>
      {outcomeWords.follow}
    </SiteLink>
  );
}
