import { Dialog } from '#src/components/dialog.tsx';
import type { TeamMember } from '#src/content/team.ts';

import { Portrait } from './portrait.tsx';
import { ProfileLink } from './profile-link.tsx';

type MemberDialogProps = { member: TeamMember | null; onClose: () => void };

export function MemberDialog({ member, onClose }: MemberDialogProps) {
  return (
    <Dialog
      open={member !== null}
      title={member?.name}
      className="dialog-wide"
      isStatic
      closeAtBottom
      onClose={onClose}
    >
      {member !== null && (
        <div className="person split split-wide">
          <Portrait person={member} />
          <div className="stack">
            <p className="meta">{member.position}</p>
            <p>{member.description}</p>
            <ProfileLink person={member} />
          </div>
        </div>
      )}
    </Dialog>
  );
}
