/** Form, validators and outbox in one chunk: only who applies needs them. */
export function loadApplyDialog() {
  return import('./apply-dialog.tsx').then((module) => module.ApplyDialog);
}
