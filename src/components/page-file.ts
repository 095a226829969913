import { company } from '#src/content/company.ts';
import { pageFileWords as words } from '#src/content/page-file.ts';
import { applyQuery } from '#src/paths.ts';

import { pageFileStyle } from './page-file-style.ts';
import type { PassedOn } from './pass-on.tsx';

/** Html that is written as it stands. */
type Markup = { markup: string };

type FileParts = {
  /** What `fileBody` gives. */
  body: string;
  /** The page's address on the site. */
  url: string;
  /** A data address. */
  logo: string;
  /** A day, in words. */
  savedOn: string;
};

/** It runs nothing and asks for nothing, whatever stands in it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** One html file that is complete by itself: for Bluetooth, a memory card, any browser. */
export function pageFile(page: PassedOn, { body, url, logo, savedOn }: FileParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} | ${company.name}</title>
<style>${{ markup: pageFileStyle }}</style>
</head>
<body>
<header class="top">
<div class="in">
<img src="${logo}" width="148" height="63" alt="${company.name}">
<p class="kind">${words.kinds[page.kind]}</p>
<h1>${page.title}</h1>
</div>
</header>
<main class="in">
${page.closing === undefined ? '' : html`<p><strong>${page.closing}</strong></p>`}
${facts([
  [words.type, page.type],
  [words.date, page.date],
])}
<div class="text">
${{ markup: body }}
</div>
${contact(page, url)}
<p class="small">${words.saved(savedOn)} <a href="${url}">${url}</a></p>
<p class="small">${company.name}. ${company.description}</p>
</main>
</body>
</html>
`.markup;
}

/** How to apply, or whom to ask. */
function contact({ kind, title }: PassedOn, url: string): Markup {
  const isVacancy = kind === 'vacancy';
  const { heading, text } = isVacancy ? words.apply : words.contact;
  const subject = isVacancy ? words.apply.subject(title) : title;
  const site = isVacancy ? `${url}?${applyQuery.name}=${applyQuery.value}` : url;
  const mail = `mailto:${company.email}?subject=${encodeURIComponent(subject)}`;
  return html`<div class="box">
<h2>${heading}</h2>
<p>${text}</p>
${facts([
  [words.mail, link(mail, company.email)],
  ...company.phones.map((phone): Fact => [words.phone, link(`tel:${phone.replaceAll(' ', '')}`, phone)]),
  [words.original, link(site, site)],
  [words.office, company.office.address],
  [words.hours, company.hours.map(({ days, time }) => `${days} ${time}`).join(', ')],
])}
</div>`;
}

type Fact = [name: string, value: string | Markup | undefined];

/** What is not known is left out. */
function facts(all: Fact[]): Markup {
  const rows = all.map(([name, value]) =>
    value === undefined || value === '' ? '' : html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`,
  );
  return html`<table class="facts">
${rows}</table>`;
}

function link(href: string, text: string): Markup {
  return html`<a href="${href}">${text}</a>`;
}

type Value = string | Markup;

/** Every text is escaped; only `markup` is not. */
function html(parts: TemplateStringsArray, ...values: (Value | Value[])[]): Markup {
  const written = values.map((value) => [value].flat().map(write).join(''));
  return { markup: parts.map((part, index) => part + (written[index] ?? '')).join('') };
}

function write(value: Value): string {
  return typeof value === 'string'
    ? value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    : value.markup;
}

const longestName = 60;

/** In ASCII, as every phone and memory card takes it. */
export function fileName(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = (words ?? ['page']).join('-').slice(0, longestName).replace(/-$/, '');
  return `${company.shortName.toLowerCase()}-${name}.html`;
}
