import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';

import { connectBase } from '#src/api/connect-base.ts';
import { useFeature } from '#src/api/hooks.ts';
import { ChatLinks } from '#src/components/chat-links.tsx';
import { MessageDialog } from '#src/components/dialog.tsx';
import { Field, FormEnd } from '#src/components/field.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { CheckList } from '#src/components/section.tsx';
import { ask as words } from '#src/content/ask.ts';
import { type ProductLink, products } from '#src/content/navigation.ts';
import { forms } from '#src/contract/forms.ts';
import type { Told } from '#src/outbox/page/told.ts';
import { useSubmission } from '#src/outbox/page/use-submission.ts';
import { askQuery } from '#src/paths.ts';
import { company, quote, quoteRequest } from '#src/words/site.ts';

const about = { kind: 'enquiry', job: '', about: '' } as const;

export function Ask() {
  const [outcome, setOutcome] = useState<Told>();
  const canAsk = useFeature('enquiries') !== false;
  const preset = usePreset();
  // Set after hydration, because the html is the same for each product.
  const [chosen, setChosen] = useState<ProductLink>();
  useEffect(() => setChosen(preset), [preset]);
  return (
    <>
      <PageBanner name="ask" />
      <section className="section" aria-labelledby="enquiry">
        <div className="container split">
          <div className="section-head">
            <h2 id="enquiry">{chosen ? `${quote}: ${chosen.label}` : words.heading}</h2>
            <p className="lead">{canAsk ? words.intro : words.closed}</p>
            <div className="hstack flex-wrap gap-3 mt-3">
              <ChatLinks message={chosen && quoteRequest(chosen.label)} />{' '}
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </div>
            {chosen && (
              <>
                <p className="mt-3">{words.hint}</p>
                <CheckList points={words.hints[chosen.page]} />
              </>
            )}
          </div>
          {canAsk && <EnquiryForm onTold={setOutcome} preset={preset ? { about: preset.label } : {}} />}
        </div>
      </section>
      <MessageDialog message={outcome} onClose={() => setOutcome(undefined)} />
    </>
  );
}

/** The product that the address names. */
function usePreset(): ProductLink | undefined {
  const wanted = new URLSearchParams(useSearch()).get(askQuery);
  return products.find(({ page }) => page === wanted);
}

type EnquiryFormProps = { onTold: (result: Told) => void; preset: { about?: string } };

function EnquiryForm({ onTold, preset }: EnquiryFormProps) {
  const submission = useSubmission(about, onTold, preset);
  const { form, end, discard: _, field, ...handlers } = submission;
  return (
    <form
      ref={form}
      className="vstack gap-3"
      aria-labelledby="enquiry"
      action={connectBase + forms.enquiry.call}
      method="post"
      {...handlers}
    >
      <Field autoComplete="name" {...field('name')} />
      <fieldset>
        <legend className="form-text">{words.reach}</legend>
        <div className="row row-cols-1 row-cols-md-2 g-3">
          <Field inputMode="email" autoComplete="email" {...field('email')} />
          <Field type="tel" autoComplete="tel" {...field('phone')} />
        </div>
      </fieldset>
      <Field disabled={end.sending} {...field('about')}>
        <option value="">{words.choose}</option>
        {words.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Field>
      <Field {...field('message')} />
      <FormEnd {...end} words={words} />
    </form>
  );
}
