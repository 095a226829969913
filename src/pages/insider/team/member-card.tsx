import { ReadMore } from '#src/components/read-more.tsx';
import type { TeamMember } from '#src/content/team.ts';
import { excerpt, excerptLimits } from '#src/lib/excerpt.ts';

import { Portrait } from './portrait.tsx';
import { ProfileLink } from './profile-link.tsx';

export function MemberCard({ member, onOpen }: { member: TeamMember; onOpen: () => void }) {
  const fullTextId = `about-${member._id}`;
  const preview = excerpt(member.description, excerptLimits.teamText);
  return (
    <article className="person card">
      <Portrait person={member} />
      <div className="card-body">
        <h3 className="card-title">{member.name}</h3>
        <p className="meta">{member.position}</p>
        <p className="card-text">{preview}</p>
        <noscript>
          <p className="card-text" id={fullTextId}>
            …{member.description.slice(preview.length - 1)}
          </p>
        </noscript>
        <div className="card-foot row-wrap">
          <ReadMore about={member.name} target={fullTextId} onOpen={onOpen} />
          <ProfileLink person={member} />
        </div>
      </div>
    </article>
  );
}
