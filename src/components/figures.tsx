import * as ui from '#src/content/interface.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { SiteLink } from './link.tsx';

/** `source`: the id of the article that proves it. */
type Figure = { value: string; label: string; source: string };

export function Figures({ figures }: { figures: Figure[] }) {
  const columns = figures.length < 3 ? 'row-cols-2' : 'row-cols-3 row-cols-md-1 row-cols-lg-3';
  return (
    <dl className={`facts row g-3 ${columns}`}>
      {figures.map(({ label, value, source }) => (
        <div className="d-flex flex-column-reverse justify-content-end" key={label}>
          <dt className="small fw-normal">
            {label}{' '}
            <SiteLink href={mediaDetailPath(source)}>
              {ui.source}
              <span className="visually-hidden">: {label}</span>
            </SiteLink>
          </dt>
          <dd className="h2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
