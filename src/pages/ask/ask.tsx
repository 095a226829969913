import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';

import { useFeature } from '#src/api/hooks.ts';
import { ChatLinks } from '#src/components/chat-links.tsx';
import { MessageDialog } from '#src/components/dialog.tsx';
import { Field, FormEnd, Trap } from '#src/components/field.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { CheckList } from '#src/components/section.tsx';
import { ask as words } from '#src/content/ask.ts';
import { type ProductLink, products } from '#src/content/navigation.ts';
import { emailSlip, phoneSlip } from '#src/contract/slips.ts';
import { FilePlace } from '#src/outbox/page/file-place.tsx';
import type { Told } from '#src/outbox/page/told.ts';
import { useSubmission } from '#src/outbox/page/use-submission.ts';
import { askQuery } from '#src/paths.ts';
import { company, quote, quoteRequest } from '#src/words/site.ts';

const about = { kind: 'enquiry', job: '', about: '' } as const;

export function Ask() {
  const [outcome, setOutcome] = useState<Told & { about?: ProductLink | undefined }>();
  const canAsk = useFeature('enquiries') !== false;
  const preset = usePreset();
  // Set after hydration, because the html is the same for each product.
  const [chosen, setChosen] = useState<ProductLink>();
  useEffect(() => setChosen(preset), [preset]);
  return (
    <>
      <PageBanner name="ask" />
      <section className="section section-aside" aria-labelledby="enquiry">
        <div className="container">
          <div className="mb-3">
            <h2 id="enquiry">{chosen ? `${quote}: ${chosen.label}` : words.heading}</h2>
            <p className="hstack flex-wrap gap-3 my-2">
              <ChatLinks message={messageOn(chosen)} />
            </p>
            <p>{canAsk ? words.intro : words.closed}</p>
          </div>
          {canAsk && (
            <EnquiryForm
              onTold={(result) => setOutcome({ ...result, about: chosen })}
              preset={preset ? { about: preset.label } : {}}
              chosen={chosen}
              onChoose={(label) => setChosen(products.find((product) => product.label === label))}
            />
          )}
        </div>
      </section>
      <MessageDialog message={outcome} onClose={() => setOutcome(undefined)}>
        <p>{words.next[outcome?.about?.page ?? 'other']}</p>
        <p className="hstack flex-wrap gap-3">
          <ChatLinks message={messageOn(outcome?.about)} />
        </p>
      </MessageDialog>
    </>
  );
}

/** Begins a chat. */
const messageOn = (product?: ProductLink) => product && quoteRequest(product.label);

/** The product that the address names. */
function usePreset(): ProductLink | undefined {
  const wanted = new URLSearchParams(useSearch()).get(askQuery);
  return products.find(({ page }) => page === wanted);
}

type EnquiryFormProps = {
  onTold: (result: Told) => void;
  preset: { about?: string };
  chosen: ProductLink | undefined;
  onChoose: (label: string) => void;
};

function EnquiryForm({ onTold, preset, chosen, onChoose }: EnquiryFormProps) {
  const { form, end, field, files } = useSubmission(about, onTold, preset);
  return (
    <form className="vstack gap-3" aria-labelledby="enquiry" {...form}>
      <Field
        disabled={end.doing !== 'idle'}
        onInputCapture={(event) => onChoose(event.currentTarget.value)}
        {...field('about')}
      >
        <option value="">{words.choose}</option>
        {products.map(({ page, label }) => (
          <option key={page} value={label}>{`${label}: ${words.needs[page]}`}</option>
        ))}
        <option>{words.other}</option>
      </Field>
      <Field autoComplete="name" {...field('name')} />
      <fieldset>
        <legend className="form-text">{words.reach}</legend>
        <div className="row row-cols-1 row-cols-md-2 g-3">
          <Field inputMode="email" autoComplete="email" findSlip={emailSlip} {...field('email')} />
          <Field type="tel" autoComplete="tel" findSlip={phoneSlip} {...field('phone')} />
        </div>
      </fieldset>
      {chosen && (
        <details>
          <summary className="py-2">{words.hint}</summary>
          <CheckList points={words.hints[chosen.page]} />
        </details>
      )}
      <Field {...field('message')} />
      <FilePlace kind="enquiry" byEmail={words.filesByEmail} {...files} />
      <p className="small text-body-secondary">
        {words.offline} <a href={`mailto:${company.email}`}>{company.email}</a>.
      </p>
      <Trap />
      <FormEnd {...end} words={words} />
    </form>
  );
}
