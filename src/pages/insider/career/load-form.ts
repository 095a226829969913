type Form = typeof import('./application-form.tsx').ApplyDialog;

let loading: Promise<Form> | undefined;
let loaded: Form | undefined;

export function loadForm(): Promise<Form> {
  loading ??= import('./application-form.tsx').then(({ ApplyDialog }) => {
    loaded = ApplyDialog;
    return ApplyDialog;
  });
  return loading;
}

export function loadedForm(): Form | undefined {
  return loaded;
}
