import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = {
  open: boolean;
  title: ReactNode;
  /** Called for every way of closing: close controls, Escape, a click beside a dialog that is not static. */
  onClose: () => void;
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
  const { open, title, onClose, className = '', children } = props;
  const { inPage = false, isStatic = false, closeAtBottom = false } = props;
  const element = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null || inPage) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open, inPage]);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null || isStatic) return;
    // The element itself is hit only beside its content, on the backdrop.
    const closeOnBackdrop = (event: MouseEvent) => event.target === dialog && dialog.close();
    dialog.addEventListener('click', closeOnBackdrop);
    return () => dialog.removeEventListener('click', closeOnBackdrop);
  }, [isStatic]);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null || !inPage) return;
    // The browser itself does this for what is in front of the page only.
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && dialog.close();
    dialog.addEventListener('keydown', closeOnEscape);
    return () => dialog.removeEventListener('keydown', closeOnEscape);
  }, [inPage]);
  return (
    <dialog
      ref={element}
      open={open && inPage}
      className={`dialog ${className}`}
      aria-labelledby={headingId}
      onClose={() => open && onClose()}
    >
      {open && (
        <div className="dialog-body">
          <div className="dialog-top">
            <h2 id={headingId}>{title}</h2>
            <form method="dialog">
              <button type="submit" className="btn-close" aria-label="Close" />
            </form>
          </div>
          {children}
          {closeAtBottom && (
            <form method="dialog" className="dialog-bottom">
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
