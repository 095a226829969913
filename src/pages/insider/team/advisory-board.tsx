import { Section } from '#src/components/section.tsx';
import { advisors, team } from '#src/content/team.ts';

import { Portrait } from './portrait.tsx';
import { ProfileLink } from './profile-link.tsx';

export function AdvisoryBoard() {
  return (
    <Section className="section-tint" heading={team.advisory.heading} lead={team.advisory.text}>
      <ul className="grid-3 advisors">
        {advisors.map((advisor) => (
          <li className="person advisor card" key={advisor._id}>
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
