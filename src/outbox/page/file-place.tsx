import { lazy } from 'react';

import { useFeature } from '#src/api/hooks.ts';
import { Later } from '#src/components/later.tsx';
import { company } from '#src/words/site.ts';

import type { FileFieldProps } from './file-field.tsx';

const FileField = lazy(() => import('./file-field.tsx').then((module) => ({ default: module.FileField })));

/** The address for files, which the app replaces by a field of the same height if the service takes files. */
export function FilePlace({ byEmail, ...field }: FileFieldProps & { byEmail: string }) {
  // Browsers compute no sums over plain http.
  const isOffered = useFeature('files') === true && 'subtle' in crypto;
  const address = (
    <p className="form-text">
      {byEmail} <a href={`mailto:${company.email}`}>{company.email}</a>
    </p>
  );
  return (
    <div className="file-place">
      {isOffered ? (
        <Later fallback={address}>
          <FileField {...field} />
        </Later>
      ) : (
        address
      )}
    </div>
  );
}
