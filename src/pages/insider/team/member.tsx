import type { ReactNode } from 'react';

import { Dialog, ReadMore } from '#src/components/dialog.tsx';
import { OutsideLink } from '#src/components/link.tsx';
import { Picture } from '#src/components/picture.tsx';
import { type TeamMember, team } from '#src/content/team.ts';
import { excerpt, excerptLimits } from '#src/lib/excerpt.ts';

type Person = { name: string; img_url: string; profile: string };

export function MemberCard({ member, onOpen }: { member: TeamMember; onOpen: () => void }) {
  return (
    <PersonCard person={member} role={member.position}>
      <p className="card-text text-body-secondary">{excerpt(member.description, excerptLimits.teamText)}</p>
      <ReadMore about={member.name} target={dialogId(member)} onOpen={onOpen} />
    </PersonCard>
  );
}

export function PersonCard(props: { person: Person; role: string; children?: ReactNode }) {
  const { person, role, children } = props;
  return (
    <article className="card">
      <Portrait person={person} />
      <div className="card-body vstack gap-2">
        <h3 className="card-title">{person.name}</h3>
        <p className="small text-body-secondary">{role}</p>
        {children} <ProfileLink person={person} />
      </div>
    </article>
  );
}

function Portrait({ person }: { person: Person }) {
  return <Picture className="cover" picture={{ src: person.img_url, alt: '', width: 320, height: 320 }} />;
}

function ProfileLink({ person }: { person: Person }) {
  return (
    <OutsideLink className="mt-auto" href={person.profile}>
      {team.leadership.profile}
      <span className="visually-hidden">{team.leadership.profileOf(person.name)}</span>
    </OutsideLink>
  );
}

type MemberDialogProps = { member: TeamMember; open: boolean; onClose: () => void };

export function MemberDialog({ member, ...dialog }: MemberDialogProps) {
  return (
    <Dialog {...dialog} id={dialogId(member)} title={member.name} isStatic closeAtBottom>
      <Portrait person={member} />
      <p className="small text-body-secondary">{member.position}</p>
      <p>{member.description}</p>
      <ProfileLink person={member} />
    </Dialog>
  );
}

function dialogId({ _id }: TeamMember): string {
  return `about-${_id}`;
}
