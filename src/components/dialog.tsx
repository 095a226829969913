import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';

import * as ui from '#src/content/interface.ts';

import { keepFocus } from './keep-focus.ts';

type DialogProps = {
  /** If set, the content is always in the HTML, where `:target` shows it before hydration. */
  id?: string;
  open: boolean;
  title: ReactNode;
  /** Called however the dialog closes: close controls, Escape, Android's Back or a click on the backdrop. */
  onClose: () => void;
  /** Called before `onClose`, for close controls only. */
  onPressClose?: () => void;
  /** False: Escape and Android's Back do not close it. */
  mayClose?: boolean;
  /** Shown in the page's flow instead of as a modal, as in the server's HTML. */
  inPage?: boolean;
  /** Does not close on a click on the backdrop. */
  isStatic?: boolean;
  closeAtBottom?: boolean;
  children: ReactNode;
};

/** A modal `<dialog>`. The browser traps the focus and restores it on close; if the focused element is gone, `main` gets it. */
export function Dialog(props: DialogProps) {
  const { id, open, title, onClose, onPressClose, children } = props;
  const { inPage = false, isStatic = false, closeAtBottom = false, mayClose = true } = props;
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    // Only a click on the backdrop has the dialog itself as its target.
    dialog.onclick = ({ target }) => {
      if (!isStatic && target === dialog) dialog.close();
    };
    if (inPage) return;
    // Turns off the `:target` rule, because `:target` still matches after the hash is removed.
    dialog.dataset.live = '';
    // The browser ignores a listener that is already registered.
    document.addEventListener('click', focusPressed, true);
    if (!open) return;
    dialog.showModal();
    // Its close icon would take a key that is still held down.
    heading.current?.focus();
    return () => {
      dialog.close();
      keepFocus();
    };
  }, [open, inPage, isStatic]);
  const control = (words: { className: string; children: ReactNode }) => {
    // A dialog shown by `:target` is not open, so `method="dialog"` cannot close it. A link to another target can.
    if (!open) return <a href="#main" {...words} />;
    return (
      <form method="dialog" onSubmit={onPressClose}>
        <button type="submit" {...words} />
      </form>
    );
  };
  return (
    <dialog
      ref={element}
      id={id}
      open={open && inPage}
      className={inPage ? 'dialog dialog-in-page' : 'dialog'}
      aria-labelledby={headingId}
      onClose={() => open && onClose()}
      onCancel={(event) => mayClose || event.preventDefault()}
      // Browsers handle Escape for modal dialogs only.
      onKeyDown={({ key, currentTarget }) => {
        if (inPage && mayClose && key === 'Escape') currentTarget.close();
      }}
    >
      {(open || id !== undefined) && (
        <div className="vstack gap-3 p-4">
          <div className="dialog-top hstack justify-content-between gap-3">
            <h2 id={headingId} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            {control({
              className: 'btn-close',
              children: <span className="visually-hidden">{ui.close}</span>,
            })}
          </div>
          {children}
          {closeAtBottom && ' '}
          {closeAtBottom && control({ className: 'btn btn-outline-primary', children: ui.close })}
        </div>
      )}
    </dialog>
  );
}

/** Safari does not focus what is clicked, but a dialog restores the focus to the element that had it. */
function focusPressed({ target }: Event): void {
  const pressed = target instanceof Element && target.closest<HTMLElement>('a, button');
  if (pressed && !pressed.contains(document.activeElement)) pressed.focus({ preventScroll: true });
}

type MessageDialogProps = {
  message: { heading: string; text: ReactNode; address: ReactNode } | undefined;
  onClose: () => void;
  children?: ReactNode;
};

/** Shows a form's result. Open while there is a message. */
export function MessageDialog({ message, onClose, children }: MessageDialogProps) {
  return (
    <Dialog open={message !== undefined} title={message?.heading} onClose={onClose} isStatic>
      <p>{message?.text}</p>
      {message?.address}
      {children}
    </Dialog>
  );
}

type ReadMoreProps = {
  /** Completes the accessible name: "Read More about ...". */
  about: string;
  /** Id of the dialog, which `:target` shows before hydration. */
  target: string;
  onOpen: () => void;
};

/** Opens a dialog on click, or at once if the URL's hash is its id. */
export function ReadMore({ about, target, onOpen }: ReadMoreProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const openIfTargeted = useEffectEvent(() => {
    if (location.hash !== `#${target}`) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    link.current?.focus();
    onOpen();
  });
  useEffect(openIfTargeted, []);
  return (
    <a
      ref={link}
      className="more"
      href={`#${target}`}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      {ui.readMore}
      <span className="visually-hidden">{ui.about(about)}</span>
    </a>
  );
}
