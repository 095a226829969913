import { useFeature } from '#src/api/hooks.ts';
import { SiteLink } from '#src/components/link.tsx';
import { ageText } from '#src/components/saved-copy.tsx';
import { Section } from '#src/components/section.tsx';
import { follow } from '#src/content/follow.ts';
import { mediaDate } from '#src/lib/dates.ts';
import type { Followed as FollowedApplication } from '#src/outbox/followed.ts';
import { followPath } from '#src/paths.ts';

import type { SavedSectionProps } from './on-this-phone.ts';

/** The applications that can be followed from here; nothing where the service tells of none. */
export function Followed({ phone: { followed = [] } }: SavedSectionProps) {
  const canFollow = useFeature('status');
  if (followed.length === 0 && !canFollow) return null;
  return (
    <Section className="section-aside" heading={follow.list.heading}>
      <div className="prose">
        {followed.length === 0 && <p>{follow.list.empty}</p>}
        <ul>
          {followed.map(({ secret, about, known }) => (
            <li key={secret}>
              <SiteLink href={followPath(secret)}>{about || follow.list.unnamed}</SiteLink>, {stateOf(known)}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function stateOf(known: FollowedApplication['known']): string {
  if (known === undefined) return follow.list.unknown;
  if (known === 'gone') return follow.list.gone;
  const { state, stateAt, createdAt } = known.status;
  const date = mediaDate((state === 'received' ? createdAt : stateAt) ?? '');
  const stood = `${follow.states[state].name} ${date}`.trim();
  return `${stood}, ${follow.list.asked} ${ageText(Date.now() - known.at)}`;
}
