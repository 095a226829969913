import htm from 'htm';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { company } from '#src/content/company.ts';

import type { Person } from '../domain/people.ts';
import { officePaths } from '../office-paths.ts';

/** Html as a template; React escapes every value in it. */
export const html = htm.bind(createElement) as (...template: Parameters<typeof String.raw>) => ReactElement;

export type View = {
  /** The page's h1. */
  title: string;
  body: ReactNode;
  /** Said at the top, such as "Saved". */
  notice?: string | undefined;
  problem?: string | undefined;
  person?: Person | null;
};

const sections = [
  { title: 'Applications', path: officePaths.home, forEditors: false },
  { title: 'Vacancies', path: officePaths.vacancies, forEditors: false },
  { title: 'Articles', path: officePaths.articles, forEditors: true },
  { title: 'Newsletter', path: officePaths.newsletter, forEditors: true },
  { title: 'People', path: officePaths.people, forEditors: false },
  { title: 'Log', path: officePaths.log, forEditors: false },
];

/** A whole page of the office; `stylesheets` are addresses. */
export function renderView({ title, body, notice, problem, person }: View, stylesheets: string[]): string {
  const links = sections.filter(({ forEditors }) => forEditors || person?.role === 'all');
  const page = html`
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icons/favicon.svg" />
        <title>${`${title} | Office of ${company.name}`}</title>
        ${stylesheets.map((href) => html`<link key=${href} rel="stylesheet" href=${href} />`)}
        <script type="module" src=${`${officePaths.files}/office.js`} />
      </head>
      <body>
        <header className="office-header">
          ${
            person &&
            html`<nav aria-label="Office">
              ${links.map(
                (link) =>
                  html`<a key=${link.path} href=${link.path} aria-current=${link.title === title ? 'page' : undefined}>
                    ${link.title}
                  </a>`,
              )}
              <form method="post" action=${officePaths.signOut}>
                <button className="btn btn-outline-primary btn-sm">Sign out</button>
              </form>
            </nav>`
          }
        </header>
        <main className="container">
          <h1>${title}</h1>
          ${notice && html`<p className="alert" role="status">${notice}</p>`}
          <div id="problem">${problem && html`<p className="alert alert-danger" role="alert">${problem}</p>`}</div>
          ${body}
        </main>
      </body>
    </html>
  `;
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

type FieldProps = {
  label: string;
  name: string;
  value?: string | number | null | undefined;
  type?: string;
  hint?: string;
  required?: boolean;
  rows?: number;
};

/** A labelled field; with `rows` of several lines. */
export function field({ label, name, value, type = 'text', hint, required = false, rows }: FieldProps) {
  const shared = { name, required, className: 'form-control', defaultValue: value ?? '' };
  return html`<div className="mb-3">
    <label className="form-label d-block">
      ${label}
      ${rows ? html`<textarea ...${shared} rows=${rows} />` : html`<input ...${shared} type=${type} />`}
    </label>
    ${hint && html`<p className="form-text">${hint}</p>`}
  </div>`;
}

export type Choice = { value: string; label: string };

export function select(label: string, name: string, choices: readonly Choice[], chosen: string) {
  return html`<label className="form-label d-block mb-3">
    ${label}
    <select className="form-control" name=${name} defaultValue=${chosen}>
      ${choices.map((one) => html`<option key=${one.value} value=${one.value}>${one.label}</option>`)}
    </select>
  </label>`;
}

/** A form with one button; `values` are sent with it. */
export function button(action: string, label: string, values: Record<string, string> = {}) {
  return html`<form method="post" action=${action}>
    ${Object.entries(values).map(([name, value]) => html`<input key=${name} type="hidden" name=${name} value=${value} />`)}
    <button className="btn btn-outline-primary btn-sm">${label}</button>
  </form>`;
}

type Item = { path: string; title: string; facts: string; more?: ReactNode };

/** All of a kind of text, and the way to a new one. */
export function texts(newPath: string, items: Item[]) {
  return html`<div>
    <p><a className="btn btn-primary" href=${newPath}>Write a new one</a></p>
    ${list(items)}
  </div>`;
}

/** Links, each with a line of facts. */
export function list(items: Item[]) {
  if (items.length === 0) return html`<p>None.</p>`;
  return html`<ul className="vstack gap-3">
    ${items.map(
      ({ path, title, facts, more }) => html`<li key=${path}>
        <a href=${path}>${title}</a>
        <p className="small text-body-secondary">${facts}</p>
        ${more}
      </li>`,
    )}
  </ul>`;
}

/** Links to the pages before and after `page`, where there are any. */
export function pager(path: string, query: URLSearchParams, page: number, hasMore: boolean) {
  const to = (number: number) => {
    const next = new URLSearchParams(query);
    next.set('page', String(number));
    return `${path}?${next}`;
  };
  if (page === 0 && !hasMore) return null;
  return html`<nav className="hstack gap-3" aria-label="Pages">
    ${page > 0 && html`<a href=${to(page - 1)}>Newer</a>`} ${hasMore && html`<a href=${to(page + 1)}>Older</a>`}
  </nav>`;
}

export function signInBody() {
  return html`<div>
    <p id="passkey" hidden>
      <button type="button" className="btn btn-primary" data-passkey="sign-in">Sign in with a passkey</button>
    </p>
    <form method="post" action=${officePaths.signIn}>
      <h2>Get a link by email</h2>
      ${field({ label: 'Email', name: 'email', type: 'email', required: true })}
      <button className="btn btn-primary">Send me a link</button>
    </form>
  </div>`;
}
