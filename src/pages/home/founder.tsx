import { useState } from 'react';

import { Dialog, ReadMore } from '#src/components/dialog.tsx';
import { Portrait } from '#src/components/portrait.tsx';
import { Paragraphs, Section } from '#src/components/section.tsx';
import { home } from '#src/content/home.ts';

const { founder } = home;
const dialogId = 'founder-message';

export function Founder() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Section className="section-aside" heading={founder.heading}>
        <div>
          <blockquote className="lead text-reset">{founder.message[0]}</blockquote>
          <Signature />
          <ReadMore about={founder.readMoreAbout} target={dialogId} onOpen={() => setOpen(true)} />
        </div>
      </Section>
      <Dialog id={dialogId} open={open} title={founder.heading} closeAtBottom onClose={close}>
        <Signature />
        <div className="text-columns">
          <Paragraphs text={founder.message} />
        </div>
      </Dialog>
    </>
  );
}

function Signature() {
  return (
    <Portrait picture={founder.picture}>
      <p className="small text-body-secondary">
        <strong className="d-block">{founder.name}</strong> {founder.position}
      </p>
    </Portrait>
  );
}
