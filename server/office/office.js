/** Enhances the office's pages: passkeys, and forms that stay where nothing answers. Everything else works without. */
const { PublicKeyCredential: Passkey } = window;
const problem = document.getElementById('problem');

function tell(message) {
  const line = document.createElement('p');
  line.className = 'alert alert-danger';
  line.setAttribute('role', 'alert');
  line.textContent = message;
  problem.replaceChildren(line);
  problem.scrollIntoView({ block: 'center' });
}

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error('This passkey was not accepted. Use a link by email instead.');
  return response.json();
}

const ceremonies = {
  async add() {
    const publicKey = Passkey.parseCreationOptionsFromJSON(await post('/office/passkey/add-options', {}));
    return post('/office/passkey/add', await navigator.credentials.create({ publicKey }));
  },
  async 'sign-in'() {
    const publicKey = Passkey.parseRequestOptionsFromJSON(await post('/office/passkey/sign-in-options', {}));
    return post('/office/passkey/sign-in', await navigator.credentials.get({ publicKey }));
  },
};

// Older browsers cannot read the options as JSON: people sign in with a link by email there.
if (Passkey?.parseRequestOptionsFromJSON) document.getElementById('passkey')?.removeAttribute('hidden');
for (const button of document.querySelectorAll('[data-passkey]'))
  button.addEventListener('click', async () => {
    try {
      const { path } = await ceremonies[button.dataset.passkey]();
      location.assign(path);
    } catch (error) {
      tell(error.name === 'NotAllowedError' ? 'The passkey was not used.' : error.message);
    }
  });

/** Forms with something typed that is not stored yet. */
const changed = new Set();
for (const form of document.querySelectorAll('form[data-keep]')) {
  form.addEventListener('input', () => changed.add(form));
  form.addEventListener('submit', async (event) => {
    // The preview opens beside this page.
    if (event.submitter?.formTarget) return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    // A second press would store it twice.
    form.inert = true;
    if (body.has('picture')) body.set('picture', await scaled(body.get('picture')));
    const isText = form.enctype !== 'multipart/form-data';
    try {
      // A control may be called "action".
      const response = await fetch(form.getAttribute('action'), {
        method: 'POST',
        body: isText ? new URLSearchParams(body) : body,
      });
      if (response.ok) {
        changed.delete(form);
        return location.assign(response.url);
      }
      tell(await problemIn(response));
    } catch {
      tell('No connection. What you typed is still here: press the button again when you are back online.');
    }
    form.inert = false;
  });
}

/** A picture of at most 1,600 px, which a slow line carries; as it is where the browser cannot read it. */
async function scaled(file) {
  try {
    const picture = await createImageBitmap(file);
    const ratio = Math.min(1, 1600 / picture.width);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * ratio);
    canvas.height = Math.round(picture.height * ratio);
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
    return (await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))) ?? file;
  } catch {
    return file;
  }
}

async function problemIn(response) {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return page.querySelector('[role=alert]')?.textContent ?? 'That was not saved. Please try again.';
}

addEventListener('beforeunload', (event) => {
  if (changed.size > 0) event.preventDefault();
});
