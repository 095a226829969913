import { Dialog } from '#src/components/dialog.tsx';
import { OutsideLink } from '#src/components/link.tsx';
import { Picture } from '#src/components/picture.tsx';
import { ReadMore } from '#src/components/read-more.tsx';
import { type TeamMember, team } from '#src/content/team.ts';
import { excerpt, excerptLimits } from '#src/lib/excerpt.ts';

export function MemberCard({ member, onOpen }: { member: TeamMember; onOpen: () => void }) {
  return (
    <article className="person card">
      <Portrait person={member} />
      <div className="card-body">
        <h3 className="card-title">{member.name}</h3>
        <p className="meta">{member.position}</p>
        <p className="card-text">{excerpt(member.description, excerptLimits.teamText)}</p>
        <div className="card-foot row-wrap">
          <ReadMore about={member.name} target={dialogId(member)} onOpen={onOpen} />
          <ProfileLink person={member} />
        </div>
      </div>
    </article>
  );
}

/** The name stands beside it, so the picture needs no text of its own. */
export function Portrait({ person }: { person: { img_url: string } }) {
  return <Picture className="portrait" picture={{ src: person.img_url, alt: '', width: 320, height: 320 }} />;
}

export function ProfileLink({ person }: { person: { name: string; profile: string } }) {
  return (
    <OutsideLink href={person.profile}>
      {team.leadership.profile}
      <span className="visually-hidden"> of {person.name}</span>
    </OutsideLink>
  );
}

type MemberDialogProps = { member: TeamMember; open: boolean; onClose: () => void };

export function MemberDialog({ member, ...dialog }: MemberDialogProps) {
  return (
    <Dialog
      {...dialog}
      id={dialogId(member)}
      title={member.name}
      className="dialog-wide"
      isStatic
      closeAtBottom
    >
      <div className="person split split-wide">
        <Portrait person={member} />
        <div className="stack">
          <p className="meta">{member.position}</p>
          <p>{member.description}</p>
          <ProfileLink person={member} />
        </div>
      </div>
    </Dialog>
  );
}

function dialogId({ _id }: TeamMember): string {
  return `about-${_id}`;
}
