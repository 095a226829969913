import type { ReactNode } from 'react';

import { Dialog, ReadMore } from '#src/components/dialog.tsx';
import { OutsideLink } from '#src/components/link.tsx';
import { Portrait } from '#src/components/portrait.tsx';
import type { Picture as PictureContent } from '#src/content/pictures.ts';
import { type TeamMember, team } from '#src/content/team.ts';
import { shorten, textLimits } from '#src/lib/shorten.ts';

type Person = { name: string; img_url: string; profile: string };

export function MemberCard({ member, onOpen }: { member: TeamMember; onOpen: () => void }) {
  return (
    <PersonCard person={member} role={member.position}>
      <p className="card-text text-body-secondary">{shorten(member.description, textLimits.teamText)}</p>
      <ReadMore about={member.name} target={dialogId(member)} onOpen={onOpen} />
    </PersonCard>
  );
}

export function PersonCard(props: { person: Person; role: string; children?: ReactNode }) {
  const { person, role, children } = props;
  return (
    <article className="card">
      <Portrait picture={pictureOf(person)}>
        <h3 className="card-title">{person.name}</h3>
        <p className="small text-body-secondary">{role}</p>
      </Portrait>
      <div className="card-body vstack gap-2">
        {children} <ProfileLink person={person} />
      </div>
    </article>
  );
}

function pictureOf({ img_url: src }: Person): PictureContent {
  return { src, alt: '', width: 320, height: 320 };
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
      <Portrait picture={pictureOf(member)}>
        <p className="text-body-secondary">{member.position}</p>
      </Portrait>
      <p>{member.description}</p>
      <ProfileLink person={member} />
    </Dialog>
  );
}

function dialogId({ _id }: TeamMember): string {
  return `about-${_id}`;
}
