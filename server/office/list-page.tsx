import type { FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';

import { Refusal } from '../lib/refusal.ts';
import type { Page } from '../store/keyset-pages.ts';
import type { Db, Trx } from '../store/schema.ts';
import * as ui from './components.tsx';
import { fieldsOf } from './form.ts';
import { telling } from './notices.ts';
import type { Change, Read, Request, Section } from './open-section.ts';

type ListProps<Row> = {
  path: string;
  /** What the rows are chosen by; `search` goes into no address, because it is a name. */
  filter: Record<string, string>;
  tabs?: { label: string; names: Record<string, string>; counts: Record<string, number> };
  /** Beside the search. */
  filters?: ReactNode;
  page: Page<Row>;
  item: (row: Row) => ui.Row;
  empty: string;
  /** Buttons for the rows that are ticked. */
  bulk?: ReactNode;
  /** Label of the button that downloads the list. */
  csv?: string | false;
};

function addressOf(path: string, fields: Record<string, string>): string {
  const chosen = Object.entries(fields).filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(chosen)}`;
}

/** A list that goes on by key: tabs, search, rows with ticks, "Back" and "Next", download. */
export function ListPage<Row>(props: ListProps<Row>) {
  const { path, filter, tabs, filters, page, item, empty, bulk, csv } = props;
  const { search, tab: current, ...others } = filter;
  const isFiltered = [search, ...Object.values(others)].some(Boolean);
  const items = <ui.Rows items={page.rows.map(item)} />;
  return (
    <>
      {tabs && (
        <ui.Tabs
          label={tabs.label}
          tabs={Object.entries(tabs.names).map(([tab, label]) => ({
            label,
            path: addressOf(path, { tab, ...others }),
            count: tabs.counts[tab] ?? 0,
            isCurrent: !search && tab === current,
          }))}
        />
      )}
      {search !== undefined && (
        <ui.Fold summary={filters ? 'Search and filter' : 'Search'} isOpen={isFiltered}>
          {filters}
          <ui.Form action={path}>
            <ui.Field label="Name or email" name="search" value={search} required />
            <ui.Button isPrimary>Search</ui.Button>
          </ui.Form>
        </ui.Fold>
      )}
      {page.rows.length === 0 && (
        <ui.Empty>
          {search ? 'Nobody found. Try part of the name or address, or six digits of the number.' : empty}
        </ui.Empty>
      )}
      {page.rows.length > 0 && bulk ? (
        <ui.Form action={`${path}/check`}>
          <fieldset>
            <legend className="visually-hidden">Choose from this list</legend>
            {items}
          </fieldset>
          <ui.Actions>{bulk}</ui.Actions>
        </ui.Form>
      ) : (
        items
      )}
      <Pager path={path} filter={filter} page={page} />
      {csv && (
        <ui.Actions>
          <ui.Press action={`${path}.csv`} values={filter}>
            {csv}
          </ui.Press>
        </ui.Actions>
      )}
    </>
  );
}

type PagerProps = { path: string; filter?: Record<string, string>; page: Page<unknown> };

/** Buttons after a search, because its names must not appear in an address. */
export function Pager({ path, filter = {}, page: { back, next } }: PagerProps) {
  const to = (label: string, key: Page<unknown>['back']) =>
    key &&
    (filter.search ? (
      <ui.Press action={path} values={{ ...filter, ...key }}>
        {label}
      </ui.Press>
    ) : (
      <a href={addressOf(path, { ...filter, ...key })}>{label}</a>
    ));
  if (!back && !next) return null;
  return (
    <nav className="hstack gap-3" aria-label="Pages">
      {to('Back', back)} {to('Next', next)}
    </nav>
  );
}

export function chosenIn(request: FastifyRequest): string[] {
  const ids = fieldsOf(request).getAll('chosen');
  if (ids.length === 0) throw new Refusal(422, 'Choose at least one first.');
  return [...new Set(ids)];
}

type Deletion<Row> = {
  path: string;
  verb?: 'Delete' | 'Remove';
  /** For example, "2 applications". */
  counted: (count: number) => string;
  find: (db: Db, ids: string[]) => Promise<Row[]>;
  facts: (row: Row) => ReactNode;
  /** Which rows stay, and why. */
  stays?: { is: (row: Row) => boolean; why: string };
  remove: (trx: Trx, id: string) => Promise<unknown>;
};

const wordsOf = (verb: 'Delete' | 'Remove') =>
  verb === 'Delete' ? (['delete', 'deleted'] as const) : (['remove', 'removed'] as const);

/** Lists which of the ticked rows will be deleted, asks, and deletes them. */
export function serveDeletion<Row extends Listed>(
  { onPost, onShow }: Section,
  deletion: Deletion<Row>,
): void {
  const { path, verb = 'Delete' } = deletion;
  onShow(`${path}/check`, checkDeletion(deletion));
  onPost(`${path}/${wordsOf(verb)[0]}`, deleteTicked(deletion));
}

type Listed = { id: string; name: string };

async function tickedRows<Row extends Listed>({ find, stays }: Deletion<Row>, db: Db, request: Request) {
  const rows = await find(db, chosenIn(request));
  const kept = rows.filter((row) => stays?.is(row));
  return [rows.filter((row) => !kept.includes(row)), kept] as const;
}

const checkDeletion =
  <Row extends Listed>(deletion: Deletion<Row>): Read =>
  async (request, { store }) => {
    const { path, verb = 'Delete', counted, facts, stays } = deletion;
    const [rows, kept] = await tickedRows(deletion, store.db, request);
    const body = (
      <>
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <bdi>{row.name}</bdi> · {facts(row)}
            </li>
          ))}
        </ul>
        {kept.length > 0 && (
          <p>
            {stays?.why} <ui.Values of={kept.map(({ name }) => name)} />.
          </p>
        )}
        <ui.Form action={`${path}/${wordsOf(verb)[0]}`}>
          {rows.map(({ id }) => (
            <input key={id} type="hidden" name="chosen" value={id} />
          ))}
          <ui.Actions>
            {rows.length > 0 && <ui.Button isPrimary>{`${verb} ${rows.length}`}</ui.Button>}
            <ui.ButtonLink href={path}>Back</ui.ButtonLink>
          </ui.Actions>
        </ui.Form>
      </>
    );
    return { title: `${verb} ${counted(rows.length)}?`, body };
  };

const deleteTicked =
  <Row extends Listed>(deletion: Deletion<Row>): Change =>
  async (trx, request) => {
    const { path, verb = 'Delete', counted, remove } = deletion;
    const [, done] = wordsOf(verb);
    // Somebody may have changed them since.
    const [rows] = await tickedRows(deletion, trx, request);
    for (const { id } of rows) await remove(trx, id);
    return { to: telling(path, done), did: `${done} ${counted(rows.length)}` };
  };
