import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = {
  open: boolean;
  title: ReactNode;
  /** Called for every way of closing: close controls, Escape, a click beside a dialog that is not static. */
  onClose: () => void;
  /** A static dialog does not close on a click beside it. */
  isStatic?: boolean;
  /** Adds a second close control below the content. */
  closeAtBottom?: boolean;
  className?: string;
  children: ReactNode;
};

/** A modal `<dialog>`: the browser keeps the focus inside and gives it back to what opened it. */
export function Dialog(props: DialogProps) {
  const { open, title, onClose, isStatic = false, closeAtBottom = false, className = '', children } = props;
  const element = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null || isStatic) return;
    // The element itself is hit only beside its content, on the backdrop.
    const closeOnBackdrop = (event: MouseEvent) => event.target === dialog && dialog.close();
    dialog.addEventListener('click', closeOnBackdrop);
    return () => dialog.removeEventListener('click', closeOnBackdrop);
  }, [isStatic]);
  const close = () => element.current?.close();
  return (
    <dialog
      ref={element}
      className={`dialog ${className}`}
      aria-labelledby={headingId}
      onClose={() => open && onClose()}
    >
      {open && (
        <div className="dialog-body">
          <div className="dialog-top">
            <h2 id={headingId}>{title}</h2>
            <button type="button" className="btn-close" aria-label="Close" onClick={close} />
          </div>
          {children}
          {closeAtBottom && (
            <button type="button" className="btn btn-outline-primary dialog-bottom" onClick={close}>
              Close
            </button>
          )}
        </div>
      )}
    </dialog>
  );
}
