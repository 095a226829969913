import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';

type DialogProps = {
  /** With it the content is always in the html, which shows it as the target of `#id` until the app is here. */
  id?: string;
  open: boolean;
  title: ReactNode;
  /** Called for every way of closing: close controls, Escape, Android's Back, a click beside a dialog that is not static. */
  onClose: () => void;
  /** Called for a close control, before `onClose`. */
  onPressClose?: () => void;
  /** Not in front of the page but a part of it, which the server's html shows too. */
  inPage?: boolean;
  /** A static dialog does not close on a click beside it. */
  isStatic?: boolean;
  closeAtBottom?: boolean;
  className?: string;
  children: ReactNode;
};

/** A modal `<dialog>`: the browser keeps the focus inside and gives it back to what opened it. */
export function Dialog(props: DialogProps) {
  const { id, open, title, onClose, onPressClose, className = '', children } = props;
  const { inPage = false, isStatic = false, closeAtBottom = false } = props;
  const element = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    // The element itself is hit only beside its content, on the backdrop.
    dialog.onclick = ({ target }) => {
      if (!isStatic && target === dialog) dialog.close();
    };
    // The browser itself does this for what is in front of the page only.
    dialog.onkeydown = ({ key }) => {
      if (inPage && key === 'Escape') dialog.close();
    };
    if (inPage) return;
    // From here on the style sheet leaves it to `open` (`:target` outlives the hash).
    dialog.dataset.live = '';
    if (!open) return;
    dialog.showModal();
    return () => dialog.close();
  }, [open, inPage, isStatic]);
  const control = (className: string, label?: string) => {
    const shared = { className, 'aria-label': 'Close', children: label };
    // A dialog that is shown as a target is not open for `method="dialog"`: another target closes it.
    if (!open) return <a href="#main" {...shared} />;
    return (
      <form method="dialog" onSubmit={onPressClose}>
        <button type="submit" {...shared} />
      </form>
    );
  };
  return (
    <dialog
      ref={element}
      id={id}
      open={open && inPage}
      className={`dialog ${inPage ? 'dialog-in-page' : className}`}
      aria-labelledby={headingId}
      onClose={() => open && onClose()}
    >
      {(open || id !== undefined) && (
        <div className="vstack gap-3 p-4">
          <div className="dialog-top hstack justify-content-between gap-3">
            <h2 id={headingId}>{title}</h2>
            {control('btn-close')}
          </div>
          {children}
          {closeAtBottom && control('btn btn-outline-primary', 'Close')}
        </div>
      )}
    </dialog>
  );
}

type MessageDialogProps = {
  message: { heading: string; text: string } | undefined;
  onClose: () => void;
  children?: ReactNode;
};

/** Says what became of a form; there while there is a message. */
export function MessageDialog({ message, onClose, children }: MessageDialogProps) {
  return (
    <Dialog open={message !== undefined} title={message?.heading} onClose={onClose} isStatic>
      <p>{message?.text}</p>
      {children}
    </Dialog>
  );
}

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
