type Form = typeof import('./application-form.tsx');

let loading: Promise<Form> | undefined;
let loaded: Form | undefined;

export function loadForm(): Promise<Form> {
  loading ??= import('./application-form.tsx').then((form) => {
    loaded = form;
    return form;
  });
  return loading;
}

export function loadedForm(): Form | undefined {
  return loaded;
}
