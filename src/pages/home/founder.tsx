import { useState } from 'react';

import { Dialog } from '#src/components/dialog.tsx';
import { Picture } from '#src/components/picture.tsx';
import { ReadMore } from '#src/components/read-more.tsx';
import { Paragraphs } from '#src/components/section.tsx';
import { home } from '#src/content/home.ts';

const { founder } = home;
const fullTextId = 'founder-message';

export function Founder() {
  const [open, setOpen] = useState(false);
  return (
    <section className="section">
      <div className="container founder split split-wide">
        <Picture className="portrait" picture={founder.picture} />
        <div className="stack">
          <div className="section-head">
            <h2>{founder.heading}</h2>
          </div>
          <blockquote className="quote">
            <p>{founder.preview}</p>
            <Signature />
          </blockquote>
          <ReadMore about={founder.readMoreAbout} target={fullTextId} onOpen={() => setOpen(true)} />
        </div>
      </div>
      <Dialog
        id={fullTextId}
        open={open}
        title={founder.heading}
        closeAtBottom
        onClose={() => setOpen(false)}
      >
        <div className="prose">
          <Paragraphs text={founder.message} />
          <Signature />
        </div>
      </Dialog>
    </section>
  );
}

function Signature() {
  return (
    <footer className="meta">
      <strong>{founder.name}</strong>, {founder.position}
    </footer>
  );
}
