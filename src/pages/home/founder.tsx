import { useState } from 'react';

import { Dialog, ReadMore } from '#src/components/dialog.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Paragraphs, Section } from '#src/components/section.tsx';
import { home } from '#src/content/home.ts';

const { founder } = home;
const dialogId = 'founder-message';

export function Founder() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Section split="split-wide split-reverse" heading={founder.heading} aside={<FounderPicture />}>
        <blockquote>
          <p className="lead text-reset">{founder.message[0]}</p>
          <Signature />
        </blockquote>
        <ReadMore about={founder.readMoreAbout} target={dialogId} onOpen={() => setOpen(true)} />
      </Section>
      <Dialog id={dialogId} open={open} title={founder.heading} closeAtBottom onClose={close}>
        <div className="split split-wide split-reverse">
          <div className="vstack gap-3">
            <Paragraphs text={founder.message} />
            <Signature />
          </div>
          <FounderPicture />
        </div>
      </Dialog>
    </>
  );
}

function FounderPicture() {
  return <Picture className="w-100 rounded-3" picture={founder.picture} />;
}

function Signature() {
  return (
    <footer className="small text-body-secondary mt-3">
      <strong>{founder.name}</strong>, {founder.position}
    </footer>
  );
}
