import { OutsideLink } from '#src/components/outside-link.tsx';
import { team } from '#src/content/team.ts';

export function ProfileLink({ person }: { person: { name: string; profile: string } }) {
  return (
    <OutsideLink className="profile-link" href={person.profile}>
      {team.leadership.profile}
      <span className="visually-hidden"> of {person.name}</span>
    </OutsideLink>
  );
}
