import { PageHeader } from '#src/components/page-header.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { mediaTypes } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import { FeaturedRow, NewestRow } from './article-rows.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

/** The overview: three newest of each kind, what is featured, and the newsletter. */
export function MediaRoom() {
  return (
    <>
      <PageHeader name="mediaRoom" feeds={mediaTypes} />
      <div className="container">
        <SavedCopy
          calls={[connectCalls.mediaPriority, ...mediaTypes.map((type) => connectCalls.mediaList(type))]}
        />
      </div>
      <NewestRow type="press" />
      <NewestRow type="blog" />
      <FeaturedRow />
      <SubscribeForm />
    </>
  );
}
