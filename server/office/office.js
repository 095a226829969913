/** Adds passkeys, copying, and forms that keep their text if there is no response. Everything else works without script. */
const { PublicKeyCredential: Passkey } = window;
const problem = document.getElementById('problem');

/** @type {<T extends HTMLElement>(selector: string, kind: new () => T) => T[]} */
const all = (selector, kind) =>
  [...document.querySelectorAll(selector)].flatMap((one) => (one instanceof kind ? [one] : []));

/** @type {(message: string) => void} */
function tell(message) {
  const line = document.createElement('p');
  line.className = 'alert alert-danger';
  line.setAttribute('role', 'alert');
  line.textContent = message;
  problem?.replaceChildren(line);
  problem?.scrollIntoView({ block: 'center' });
}

/** @type {<T>(path: string, body: unknown) => Promise<T>} */
async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error('This passkey was not accepted. Use a link by email instead.');
  return response.json();
}

/** @type {Record<string, (path: string) => Promise<{ path: string }>>} */
const ceremonies = {
  async add(path) {
    const publicKey = Passkey.parseCreationOptionsFromJSON(await post(`${path}/add-options`, {}));
    return post(`${path}/add`, await navigator.credentials.create({ publicKey }));
  },
  async 'sign-in'(path) {
    const publicKey = Passkey.parseRequestOptionsFromJSON(await post(`${path}/sign-in-options`, {}));
    return post(`${path}/sign-in`, await navigator.credentials.get({ publicKey }));
  },
};

// Older browsers cannot parse the options; their users sign in with a link by email.
if (typeof Passkey?.parseRequestOptionsFromJSON === 'function')
  document.getElementById('passkey')?.removeAttribute('hidden');
for (const button of all('[data-passkey]', HTMLElement))
  button.addEventListener('click', async () => {
    try {
      const { passkey = '', path = '', then } = button.dataset;
      const done = await ceremonies[passkey]?.(path);
      location.assign(then ?? done?.path ?? path);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      tell(name === 'NotAllowedError' ? 'The passkey was not used.' : message);
    }
  });

/** Forms with unsaved text. */
const changed = new Set();
for (const form of all('form[data-keep]', HTMLFormElement)) {
  const copy = form.dataset.keep === 'copy' ? copyOf(form) : undefined;
  form.addEventListener('input', () => {
    changed.add(form);
    copy?.store();
  });
  form.addEventListener('submit', async (event) => {
    // A preview opens in another tab, and other forms are posted by the browser.
    if (event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    // Ignore a second press.
    form.inert = true;
    for (const [name, value] of [...body])
      if (value instanceof File && value.size > 0) body.set(name, await scaled(value), value.name);
    const isText = form.enctype !== 'multipart/form-data';
    try {
      // A control may be named "action".
      const response = await fetch(form.getAttribute('action') ?? '', {
        method: 'POST',
        headers: { 'x-office': '1' },
        body: isText ? new URLSearchParams([...body].map(([name, value]) => [name, String(value)])) : body,
      });
      const isOurs = response.headers.get('content-type')?.startsWith('application/json');
      const refused = `The web server in front of this site refused it (${response.status}).`;
      const { path, problem, isStale } = isOurs ? await response.json() : { problem: refused };
      // The response to a plain post is the page as it is now.
      if (isStale) return HTMLFormElement.prototype.submit.call(form);
      if (path) {
        changed.delete(form);
        copy?.remove();
        return location.assign(path);
      }
      tell(
        response.status === 401
          ? 'You are signed out. Sign in in another tab, then press the button again.'
          : problem,
      );
    } catch {
      const hasFiles = [...body.values()].some((value) => value instanceof File && value.size > 0);
      const line = hasFiles
        ? 'There is no connection, or it is too slow for these pictures.'
        : 'There is no connection.';
      tell(`${line} What you typed is still here: press the button again when you are back online.`);
    }
    form.inert = false;
  });
}

/**
 * Stores typed text on this device under the form's address and key, with its version: once restored, it passes or
 * fails the version check like the form it was typed into.
 * @type {(form: HTMLFormElement) => { store: () => void; remove: () => void }}
 */
function copyOf(form) {
  // Somebody else may sign in on this device.
  const folder = `office ${document.body.dataset.person} ${form.getAttribute('action')} `;
  /**
   * Private windows may refuse to store.
   * @type {<T>(act: (all: Storage) => T) => T | undefined}
   */
  const storage = (act) => {
    try {
      return act(localStorage);
    } catch {
      return undefined;
    }
  };
  const name = () => `${folder}${new FormData(form).get('key')}`;
  const typed = () => [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  const remove = () => storage((all) => all.removeItem(name()));
  const earlier = storage((all) => Object.keys(all).find((key) => key.startsWith(folder)));
  if (earlier) {
    const line = document.createElement('p');
    line.className = 'alert office-notice';
    line.textContent = 'There is text here that was not saved. ';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn btn-outline-primary';
    button.textContent = 'Bring it back';
    button.addEventListener('click', () => {
      const values = new URLSearchParams(JSON.parse(localStorage.getItem(earlier) ?? '[]'));
      for (const field of /** @type {Iterable<HTMLInputElement>} */ (form.elements))
        if (field.type === 'checkbox') field.checked = values.getAll(field.name).includes(field.value);
        else if (field.type !== 'file' && values.has(field.name)) field.value = values.get(field.name) ?? '';
      changed.add(form);
      line.remove();
    });
    line.append(button);
    form.before(line);
  }
  return { store: () => storage((all) => all.setItem(name(), JSON.stringify(typed()))), remove };
}

for (const form of document.querySelectorAll('form[action$="sign-out"]'))
  form.addEventListener('submit', () => {
    changed.clear();
    for (const name of Object.keys(localStorage))
      if (name.startsWith('office ')) localStorage.removeItem(name);
  });

/** WebP stores no longer side, and Safari draws no larger canvas. */
const mostSide = 16_383;
const mostArea = 16_777_216;

/**
 * Scales a picture to at most 1,600 px for slow connections. Unchanged if it moves, if the browser cannot read it, or if
 * it is larger than a canvas.
 * @type {(file: File) => Promise<Blob>}
 */
async function scaled(file) {
  if (!file.type.startsWith('image/')) return file;
  try {
    const first = await file.slice(0, 400).arrayBuffer();
    if (/^GIF8|ANIM|acTL/.test(new TextDecoder('latin1').decode(first))) return file;
    const picture = await createImageBitmap(file);
    const ratio = Math.min(1, 1600 / picture.width);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * ratio);
    canvas.height = Math.round(picture.height * ratio);
    if (canvas.height > mostSide || canvas.width * canvas.height > mostArea) return file;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
    return blob ?? file;
  } catch {
    return file;
  }
}

/** Says how many rows of a list are chosen. */
for (const button of all('[data-chosen]', HTMLButtonElement)) {
  const { form, textContent: plain } = button;
  const tell = () => {
    const count = form?.querySelectorAll('[name=chosen]:checked').length ?? 0;
    button.textContent = count === 0 ? plain : (button.dataset.chosen ?? '').replace('#', String(count));
  };
  form?.addEventListener('change', tell);
  // After Back, the browser has put the ticks back.
  addEventListener('pageshow', tell);
}

for (const button of all('[data-copy]', HTMLButtonElement)) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    button.textContent = 'Copied';
  });
}

addEventListener('beforeunload', (event) => {
  if (changed.size > 0) event.preventDefault();
});
