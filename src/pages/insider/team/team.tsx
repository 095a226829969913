import { useState } from 'react';

import { PageHeader } from '#src/components/page-header.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Section } from '#src/components/section.tsx';
import { advisors, members, type TeamMember, team } from '#src/content/team.ts';

import { MemberCard, MemberDialog, Portrait, ProfileLink } from './member.tsx';

export function Team() {
  const [shown, setShown] = useState<TeamMember>();
  return (
    <>
      <PageHeader name="team" eyebrow="Inside HCS">
        <Picture className="page-picture page-banner" picture={team.picture} first />
      </PageHeader>
      <Section heading={team.leadership.heading}>
        <div className="grid-3">
          {members.map((member) => (
            <MemberCard key={member._id} member={member} onOpen={() => setShown(member)} />
          ))}
        </div>
      </Section>
      <AdvisoryBoard />
      {members.map((member) => (
        <MemberDialog
          key={member._id}
          member={member}
          open={member === shown}
          onClose={() => setShown(undefined)}
        />
      ))}
    </>
  );
}

function AdvisoryBoard() {
  return (
    <Section className="section-tint" heading={team.advisory.heading} lead={team.advisory.text}>
      <ul className="grid-3">
        {advisors.map((advisor) => (
          <li className="person card" key={advisor._id}>
            <Portrait person={advisor} />
            <div className="card-body">
              <h3 className="card-title">{advisor.name}</h3>
              <p className="meta">{advisor.role}</p>
              <div className="card-foot">
                <ProfileLink person={advisor} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
