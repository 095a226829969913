import { useState } from 'react';

import { ClosingBand } from '#src/components/closing-band.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Section } from '#src/components/section.tsx';
import * as ui from '#src/content/interface.ts';
import { advisors, members, type TeamMember, team } from '#src/content/team.ts';

import { MemberCard, MemberDialog, PersonCard } from './member.tsx';

const { leadership, advisory } = team;

export function Team() {
  const [shown, setShown] = useState<TeamMember>();
  const close = () => setShown(undefined);
  return (
    <>
      <PageBanner name="team" eyebrow={ui.inside} picture={team.picture} />
      <Section heading={leadership.heading}>
        <div className="grid-3">
          {members.map((member) => (
            <MemberCard key={member._id} member={member} onOpen={() => setShown(member)} />
          ))}
        </div>
      </Section>
      <Section className="section-tint" heading={advisory.heading} lead={advisory.text}>
        <div className="grid-3">
          {advisors.map((advisor) => (
            <PersonCard key={advisor._id} person={advisor} role={advisor.role} />
          ))}
        </div>
      </Section>
      <ClosingBand />
      {members.map((member) => (
        <MemberDialog key={member._id} member={member} open={member === shown} onClose={close} />
      ))}
    </>
  );
}
