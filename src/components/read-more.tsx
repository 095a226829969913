import { useEffect, useEffectEvent, useRef } from 'react';

type ReadMoreProps = {
  /** Completes the accessible name: "Read More about ...". */
  about: string;
  /** Id of the dialog, whose text is in the html: until the app is here it opens as the target of this link. */
  target: string;
  onOpen: () => void;
};

/** A link that opens a dialog; also one that was pressed before the app was here, and from a shared address. */
export function ReadMore({ about, target, onOpen }: ReadMoreProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const open = () => {
    // Safari does not focus what is clicked, and the dialog gives the focus back to what had it.
    link.current?.focus();
    onOpen();
  };
  const openIfAsked = useEffectEvent(() => {
    if (location.hash !== `#${target}`) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    open();
  });
  useEffect(openIfAsked, []);
  return (
    <a
      ref={link}
      className="more"
      href={`#${target}`}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault();
        open();
      }}
    >
      Read More<span className="visually-hidden"> about {about}</span>
    </a>
  );
}
