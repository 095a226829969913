import { useLayoutEffect } from 'react';

import * as ui from '#src/content/interface.ts';

import { keepFocus } from './keep-focus.ts';

type ActionButtonProps = { label: string; isBusy?: boolean; variant?: string; act: () => void };

/** Keeps the focus while it is busy, which `disabled` would not. */
export function ActionButton(props: ActionButtonProps) {
  const { label, isBusy = false, variant = 'btn-primary', act } = props;
  useLayoutEffect(() => keepFocus, []);
  return (
    <button
      type="button"
      className={`btn ${variant}${isBusy ? ' disabled' : ''}`}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : act}
    >
      {isBusy ? ui.busy : label}
    </button>
  );
}

/** Announced by screen readers at once. */
export function FormError({ message }: { message: string }) {
  return (
    message !== '' && (
      <p className="alert alert-danger" role="alert">
        {message}
      </p>
    )
  );
}
