import type { FormEvent } from 'react';
import { useLocation } from 'wouter';

import { Field } from '#src/components/field.tsx';
import { Icon } from '#src/components/icon.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { mediaListPath } from '#src/paths.ts';

const words = mediaRoom.list;

/** The term goes into the URL, so that a search can be shared and the back button leads out of it. */
export function SearchForm({ type, term }: { type: MediaType; term: string }) {
  const [, navigate] = useLocation();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    const path = mediaListPath(type);
    navigate(wanted === '' ? path : `${path}?${new URLSearchParams({ q: wanted })}`);
  };
  return (
    <search>
      <form className="search-form" action={mediaListPath(type)} onSubmit={onSubmit}>
        <Field
          key={term}
          label={words.search}
          name="q"
          type="search"
          defaultValue={term}
          maxLength={200}
          required={false}
          enterKeyHint="search"
        />
        <button type="submit" className="btn btn-primary">
          <Icon name="search" />
          {words.searchButton}
        </button>
      </form>
    </search>
  );
}
