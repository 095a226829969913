import type { ReactNode } from 'react';

type ToastProps = {
  label: string;
  variant?: string;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
};

/** A note at the bottom of the window, with a button. */
export function Toast({ label, variant = 'btn-outline-primary', disabled, onPress, children }: ToastProps) {
  return (
    <div className="toast show toast-body hstack flex-wrap justify-content-between gap-2">
      <div>{children}</div>
      <button type="button" className={`btn ${variant}`} disabled={disabled} onClick={onPress}>
        {label}
      </button>
    </div>
  );
}
