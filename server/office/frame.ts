import type { ReactNode } from 'react';

import { pages } from '#src/paths.ts';
import * as site from '#src/words/site.ts';

import { button, field, form, html, notice, press, problem, render } from './components.ts';
import { officePaths } from './office-paths.ts';
import type { Person, Role } from './people.ts';

export type View = {
  /** The page's h1. */
  title: string;
  /** A small line above it. */
  above?: string;
  body: ReactNode;
  /** Shown at the top, for example "Saved." */
  notice?: ReactNode;
  problem?: string | undefined;
};

/** An entry of the menu; `role`: who may see its pages. */
export type Entry = { title: string; path: string; role: Role };

type Frame = {
  menu: Entry[];
  /** Path of the section that the page belongs to. */
  section: string | undefined;
  person: Person | null;
  stylesheets: string[];
  scripts: string[];
};

export const mayEnter = (person: Person, role: Role) => person.role === 'all' || person.role === role;

export function renderPage(view: View, { menu, section, person, stylesheets, scripts }: Frame): string {
  const entries = person === null ? [] : menu.filter(({ role }) => mayEnter(person, role));
  const nav = html`<nav aria-label="Office">
    <ul className="list-unstyled">
      ${entries.map(
        ({ title, path }) => html`<li key=${path}>
          <a className="office-link" href=${path} aria-current=${path === section ? 'page' : undefined}>${title}</a>
        </li>`,
      )}
    </ul>
    ${press(officePaths.signOut, 'Sign out')}
  </nav>`;
  return render(html`
    <html lang=${site.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icons/favicon.svg" />
        <title>${`${view.title} | ${person ? `Office of ${site.name}` : site.name}`}</title>
        ${stylesheets.map((href) => html`<link key=${href} rel="stylesheet" href=${href} />`)}
        ${scripts.map((src) => html`<script key=${src} type="module" src=${src} />`)}
      </head>
      <body>
        <header className="office-header">
          <a className="office-link" href=${person ? officePaths.home : pages.home.path}>
            ${person ? `${site.shortName} Office` : site.name}
          </a>
          ${person && html`<details className="office-menu"><summary>Menu</summary>${nav}</details>`}
        </header>
        <div className=${person ? 'office-columns' : undefined}>
          ${person && html`<div className="office-side">${nav}</div>`}
          <main>
            ${view.above && html`<p className="small text-body-secondary mb-0">${view.above}</p>`}
            <h1>${view.title}</h1>
            ${view.notice && notice(view.notice)}
            <div id="problem">${view.problem && problem(view.problem)}</div>
            ${view.body}
          </main>
        </div>
      </body>
    </html>
  `);
}

/** `then`: the address to open after signing in with a passkey. */
export function signInBody(then: string) {
  return html`<div>
    <p id="passkey" hidden>
      ${button('Sign in with a passkey', 'btn-primary', { type: 'button', 'data-passkey': 'sign-in', 'data-path': officePaths.access, 'data-then': then })}
    </p>
    <h2>Get a link by email</h2>
    ${form(
      officePaths.signIn,
      html`<div>
        ${field({ label: 'Email', name: 'email', type: 'email', required: true })} ${button('Send me a link')}
      </div>`,
    )}
  </div>`;
}

/** Shows the texts of a form that was not accepted. */
export function typedBody(texts: string[]) {
  if (texts.length === 0) return null;
  return html`<label className="form-label d-block">
    Your text, to copy
    <textarea className="form-control" rows="12" readOnly defaultValue=${texts.join('\n\n')} />
  </label>`;
}
