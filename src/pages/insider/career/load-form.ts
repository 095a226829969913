import { useEffect, useState } from 'react';

type Form = typeof import('./application-form.tsx');

let loading: Promise<Form> | undefined;
let loaded: Form | undefined;

export function loadForm(): Promise<Form> {
  if (loading === undefined) {
    loading = import('./application-form.tsx').then((form) => {
      loaded = form;
      return form;
    });
    loading.catch((error: unknown) =>
      console.warn('The form could not be loaded; "Apply Now" opens its page.', error),
    );
  }
  return loading;
}

export function loadedForm(): Form | undefined {
  return loaded;
}

/** The form's code, once it is loaded. `first`: for the first render, which must match the server's. */
export function useForm(first?: Form): Form | undefined {
  const [form, setForm] = useState(first);
  useEffect(() => void loadForm().then(setForm, () => undefined), []);
  return form;
}
