import { officePaths } from '#src/paths.ts';

import { field, html } from './view.ts';

export function signInBody() {
  return html`<div>
    <p id="passkey" hidden>
      <button type="button" className="btn btn-primary" data-passkey="sign-in">Sign in with a passkey</button>
    </p>
    <form method="post" action=${officePaths.signIn}>
      <h2>Get a link by e-mail</h2>
      ${field({ label: 'Email', name: 'email', type: 'email', required: true })}
      <button className="btn btn-primary">Send me a link</button>
    </form>
  </div>`;
}
