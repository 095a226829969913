import { useState } from 'react';

import { PageBody } from '#src/components/page-change.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Section } from '#src/components/section.tsx';
import { members, type TeamMember, team } from '#src/content/team.ts';

import { AdvisoryBoard } from './advisory-board.tsx';
import { MemberCard } from './member-card.tsx';
import { MemberDialog } from './member-dialog.tsx';

export function Team() {
  const [shown, setShown] = useState<TeamMember | null>(null);
  return (
    <>
      <PageHeader name="team" eyebrow="Inside HCS">
        <Picture className="page-picture page-banner" picture={team.picture} first />
      </PageHeader>
      <PageBody>
        <Section heading={team.leadership.heading}>
          <div className="grid-3">
            {members.map((member) => (
              <MemberCard key={member._id} member={member} onOpen={() => setShown(member)} />
            ))}
          </div>
        </Section>
        <AdvisoryBoard />
        <MemberDialog member={shown} onClose={() => setShown(null)} />
      </PageBody>
    </>
  );
}
