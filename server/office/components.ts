import htm from 'htm';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import * as site from '#src/words/site.ts';

import { spokenMoment, spokenWeekday, timeOf } from '../lib/local-time.ts';

/** HTML as a template; React escapes every value. */
export const html = htm.bind(createElement) as (...template: Parameters<typeof String.raw>) => ReactElement;

export const render = (page: ReactElement) => `<!doctype html>${renderToStaticMarkup(page)}`;

/** For example, "today, 14:05", in Lusaka time. */
export const moment = (time: string) => spokenMoment(new Date(time));

/** For example, "Friday, 27 November, 17:00", in Lusaka time. */
export const weekdayAndTime = (time: string) => `${spokenWeekday(new Date(time))}, ${timeOf(new Date(time))}`;

/** For example, "1 application", "2 applications" or "2 enquiries". */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;

export const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export const notice = (message: ReactNode) =>
  html`<p className="alert office-notice" role="status">${message}</p>`;
export const problem = (message: string) =>
  html`<p className="alert alert-danger" role="alert">${message}</p>`;
export const empty = (message: string) => html`<p className="text-body-secondary">${message}</p>`;

type Row = {
  path?: string | undefined;
  title: string;
  badge?: string | false;
  facts?: ReactNode;
  more?: ReactNode;
};

/** A list of links or titles, each with a line of facts and further content. */
export function rows(items: Row[]) {
  if (items.length === 0) return null;
  return html`<ul className="vstack list-unstyled">
    ${items.map(
      ({ path, title, badge, facts, more }, index) => html`<li key=${index} className="border-top py-3">
        ${path ? html`<a href=${path}>${title}</a>` : title} ${badge && html`<span className="badge">${badge}</span>`}
        ${facts && html`<p className="small text-body-secondary mb-0">${facts}</p>`} ${more}
      </li>`,
    )}
  </ul>`;
}

type Tab = { label: string; path: string; count: number; isCurrent: boolean };

export function tabs(label: string, all: Tab[]) {
  return html`<nav className="nav" aria-label=${label}>
    ${all.map(
      (
        tab,
      ) => html`<a key=${tab.path} className="nav-link" href=${tab.path} aria-current=${tab.isCurrent ? 'page' : undefined}>
        ${tab.label} ${tab.count}
      </a>`,
    )}
  </nav>`;
}

type FormOptions = {
  /** Keeps the typed text on the page if there is no response; `copy`: also on the device, until it is saved. Needs script. */
  keeps?: boolean | 'copy';
  encType?: string;
};

/** A form that posts. Its random key makes it safe to post again if the answer was lost. */
export function form(action: string, content: ReactNode, { keeps, encType }: FormOptions = {}) {
  return html`<form method="post" action=${action} encType=${encType} data-keep=${keeps === true ? '' : keeps || undefined}>
    <input type="hidden" name="key" value=${crypto.randomUUID()} /> ${content}
  </form>`;
}

type Style = 'btn-primary' | 'btn-outline-primary';

export const button = (label: string, style: Style = 'btn-outline-primary', props: object = {}) =>
  html`<button className=${`btn ${style}`} ...${props}>${label}</button>`;

export const link = (label: string, href: string, style: Style = 'btn-outline-primary') =>
  html`<a className=${`btn ${style}`} href=${href}>${label}</a>`;

export const hidden = (values: Record<string, string>) =>
  Object.entries(values).map(
    ([name, value]) => html`<input key=${name} type="hidden" name=${name} value=${value} />`,
  );

/** A form with one button; `values` are sent with it. */
export const press = (action: string, label: string, values: Record<string, string> = {}, style?: Style) =>
  form(action, html`<div>${hidden(values)} ${button(label, style)}</div>`);

/** Buttons at the end of a form or page: at most one primary button, first. */
export const actions = (...all: ReactNode[]) =>
  html`<div className="hstack flex-wrap gap-2 mt-4">
    ${all.filter(Boolean).map((one, index) => html`<div key=${index}>${one}</div>`)}
  </div>`;

export const fold = (summary: string, content: ReactNode, isOpen = false) =>
  html`<details className="office-fold" open=${isOpen}><summary>${summary}</summary>${content}</details>`;

type FieldProps = {
  label: string;
  name: string;
  value?: string | number | null | undefined;
  type?: string;
  hint?: string | undefined;
  required?: boolean;
  rows?: number;
  /** More attributes of the control. */
  props?: object;
};

/** A labelled field; multi-line with `rows`. */
export function field({
  label,
  name,
  value,
  type = 'text',
  hint,
  required = false,
  rows,
  props,
}: FieldProps) {
  const hintId = hint && `hint-${name}`;
  const shared = {
    name,
    required,
    className: 'form-control',
    defaultValue: type === 'file' ? undefined : (value ?? ''),
  };
  const control = { ...shared, 'aria-describedby': hintId, ...props };
  return html`<div className="mb-4">
    <label className="form-label d-block">
      ${label} ${rows ? html`<textarea ...${control} rows=${rows} />` : html`<input ...${control} type=${type} />`}
    </label>
    ${hint && html`<p className="form-text" id=${hintId}>${hint}</p>`}
  </div>`;
}

export type Choice = { value: string; label: string; hint?: string };

export function select(label: string, name: string, choices: readonly Choice[], chosen: string) {
  return html`<label className="form-label d-block mb-4">
    ${label}
    <select className="form-control" name=${name} defaultValue=${chosen}>
      ${choices.map((one) => html`<option key=${one.value} value=${one.value}>${one.label}</option>`)}
    </select>
  </label>`;
}

export const tick = (label: string, props: object) =>
  html`<label className="office-choice"><input type="checkbox" ...${props} /> <span>${label}</span></label>`;

export function radios(legend: string, name: string, choices: readonly Choice[], chosen: string) {
  return html`<fieldset className="mb-4">
    <legend className="form-label">${legend}</legend>
    ${choices.map(
      ({ value, label, hint }) => html`<label key=${value} className="office-choice">
        <input type="radio" name=${name} value=${value} defaultChecked=${value === chosen} />
        <span>${label} ${hint && html`<span className="form-text d-block">${hint}</span>`}</span>
      </label>`,
    )}
  </fieldset>`;
}

/** Opens a chat; a number that begins with 0 gets the country's code. */
export function whatsAppUrl(mobile: string, text = ''): string {
  const code = site.callingCode.slice(1);
  const digits = mobile.replace(/\D/g, '').replace(/^0(?!0)/, code);
  return `https://wa.me/${digits}${text && `?text=${encodeURIComponent(text)}`}`;
}

/** A link to copy or to send by WhatsApp. */
export function share(label: string, url: string) {
  return html`<div>
    <label className="form-label d-block">
      ${label} <input className="form-control" readOnly value=${url} />
    </label>
    ${actions(
      html`<button type="button" className="btn btn-outline-primary" data-copy=${url} hidden>Copy</button>`,
      html`<a className="btn btn-outline-primary" href=${whatsAppUrl('', url)} rel="noopener noreferrer" target="_blank">WhatsApp</a>`,
    )}
  </div>`;
}

/** Links to the previous and next page, if there are any. Buttons after a search, because its names must not appear in an address. */
export function pager(path: string, query: URLSearchParams, page: number, hasMore: boolean) {
  const to = (label: string, number: number) => {
    const next = new URLSearchParams(query);
    for (const name of ['done', 'key']) next.delete(name);
    next.set('page', String(number));
    return next.get('search')
      ? press(path, label, Object.fromEntries(next))
      : html`<a href=${`${path}?${next}`}>${label}</a>`;
  };
  if (page === 0 && !hasMore) return null;
  return html`<nav className="hstack gap-3" aria-label="Pages">
    ${page > 0 && to('Previous page', page - 1)} ${hasMore && to('Next page', page + 1)}
  </nav>`;
}
