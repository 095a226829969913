import { Isolated } from '#src/components/isolated.tsx';
import { controlsOf, forms } from '#src/contract/forms.ts';
import { addressOf, type Submission } from '#src/outbox/submission.ts';

/** `Application: Firmware Engineer`, or `Newsletter subscription`. */
export function SubmissionName({ record }: { record: Pick<Submission, 'kind' | 'about'> }) {
  return <Isolated sentence={forms[record.kind].words.nameOf} value={record.about} />;
}

/** `Email: mutinta@example.com`: where the answer goes, if it is known. */
export function SubmissionAddress({ record: { kind, fields } }: { record: Submission }) {
  const [name = '', address] = Object.entries(addressOf(fields))[0] ?? [];
  if (address === undefined) return null;
  return (
    <p>
      <span>{`${controlsOf(kind)[name]?.label}: `}</span>
      <bdi>{address}</bdi>
    </p>
  );
}
