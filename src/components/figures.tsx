import { mediaDetailPath } from '#src/paths.ts';

import { SiteLink } from './link.tsx';

/** `source`: the id of the article that proves it. */
type Figure = { value: string; label: string; source: string };

export function Figures({ figures }: { figures: Figure[] }) {
  const columns = figures.length === 1 ? '' : 'row-cols-3 row-cols-md-1 row-cols-lg-3';
  return (
    <dl className={`facts row g-3 ${columns}`}>
      {figures.map(({ label, value, source }) => (
        <div className="d-flex flex-column-reverse justify-content-end" key={label}>
          <dt className="small fw-normal">
            <SiteLink href={mediaDetailPath(source)}>{label}</SiteLink>
          </dt>
          <dd className="h2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
