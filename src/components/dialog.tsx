import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

type DialogProps = {
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
  /** Adds a second close control below the content. */
  closeAtBottom?: boolean;
  className?: string;
  children: ReactNode;
};

/** A modal `<dialog>`: the browser keeps the focus inside and gives it back to what opened it. */
export function Dialog(props: DialogProps) {
  const { open, title, onClose, onPressClose, className = '', children } = props;
  const { inPage = false, isStatic = false, closeAtBottom = false } = props;
  const element = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null || !open || inPage) return;
    dialog.showModal();
    return () => dialog.close();
  }, [open, inPage]);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    // The element itself is hit only beside its content, on the backdrop.
    const onClick = ({ target }: MouseEvent) => !isStatic && target === dialog && dialog.close();
    // The browser itself does this for what is in front of the page only.
    const onKey = ({ key }: KeyboardEvent) => inPage && key === 'Escape' && dialog.close();
    dialog.addEventListener('click', onClick);
    dialog.addEventListener('keydown', onKey);
    return () => {
      dialog.removeEventListener('click', onClick);
      dialog.removeEventListener('keydown', onKey);
    };
  }, [isStatic, inPage]);
  return (
    <dialog
      ref={element}
      open={open && inPage}
      className={`dialog ${inPage ? 'dialog-in-page' : className}`}
      aria-labelledby={headingId}
      onClose={() => open && onClose()}
    >
      {open && (
        <div className="dialog-body">
          <div className="dialog-top">
            <h2 id={headingId}>{title}</h2>
            <form method="dialog" onSubmit={onPressClose}>
              <button type="submit" className="btn-close" aria-label="Close" />
            </form>
          </div>
          {children}
          {closeAtBottom && (
            <form method="dialog" className="dialog-bottom" onSubmit={onPressClose}>
              <button type="submit" className="btn">
                Close
              </button>
            </form>
          )}
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
