import type { ReactNode } from 'react';

import { pages } from '#src/paths.ts';
import * as site from '#src/words/site.ts';

import { render } from '../lib/render.ts';
import { Button, Field, Form, Notice, Press, Problem } from './components.tsx';
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
  converter: string;
};

export const mayEnter = (person: Person, role: Role) => person.role === 'all' || person.role === role;

export function renderPage(
  view: View,
  { menu, section, person, stylesheets, scripts, converter }: Frame,
): string {
  const entries = person === null ? [] : menu.filter(({ role }) => mayEnter(person, role));
  const nav = (
    <nav id="office-menu" className="office-menu" aria-label="Office" popover="auto">
      <ul className="list-unstyled mb-4">
        {entries.map(({ title, path }) => (
          <li key={path}>
            <a className="office-link" href={path} aria-current={path === section ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <Press action={officePaths.signOut}>Sign out</Press>
    </nav>
  );
  return render(
    <html lang={site.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icons/favicon.svg" />
        <title>{`${view.title} | ${person ? `Office of ${site.name}` : site.name}`}</title>
        {stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body data-person={person?.id} data-converter={person ? converter : undefined}>
        <header className="site-header" data-bs-theme="dark">
          <div className="navbar navbar-expand-lg">
            <div className="container">
              <a className="navbar-brand" href={person ? officePaths.home : pages.home.path}>
                <img src="/logo.svg" alt={person ? site.shortName : site.name} width={94} height={40} />{' '}
                {person && 'Office'}
              </a>
              {person && (
                <button type="button" className="navbar-toggler" popoverTarget="office-menu">
                  Menu
                </button>
              )}
            </div>
          </div>
        </header>
        <div className={person ? 'office-columns' : undefined}>
          {person && nav}
          <main>
            {view.above && <p className="small text-body-secondary mb-0">{view.above}</p>}
            <h1>{view.title}</h1>
            {view.notice && <Notice>{view.notice}</Notice>}
            <div id="problem">{view.problem && <Problem>{view.problem}</Problem>}</div>
            {view.body}
          </main>
        </div>
      </body>
    </html>,
  );
}

/** `then`: the address to open after signing in with a passkey. */
export const SignIn = ({ then }: { then: string }) => (
  <>
    <p id="passkey" hidden>
      <Button isPrimary type="button" data-passkey="sign-in" data-path={officePaths.access} data-then={then}>
        Sign in with a passkey
      </Button>
    </p>
    <h2>Get a link by email</h2>
    <Form action={officePaths.signIn}>
      <Field label="Email" name="email" type="email" required /> <Button>Send me a link</Button>
    </Form>
  </>
);

export function TypedTexts({ texts }: { texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <label className="form-label d-block">
      Your text, to copy
      <textarea className="form-control" rows={12} readOnly defaultValue={texts.join('\n\n')} />
    </label>
  );
}
