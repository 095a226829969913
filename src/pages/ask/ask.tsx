import { useState } from 'react';
import { useSearch } from 'wouter';

import { connectBase } from '#src/api/connect-base.ts';
import { useFeature } from '#src/api/hooks.ts';
import { MessageDialog } from '#src/components/dialog.tsx';
import { Field, FormEnd } from '#src/components/field.tsx';
import { OutsideLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Section } from '#src/components/section.tsx';
import { ask as words } from '#src/content/ask.ts';
import { products } from '#src/content/navigation.ts';
import { forms } from '#src/contract/forms.ts';
import type { Told } from '#src/outbox/page/told.ts';
import { useSubmission } from '#src/outbox/page/use-submission.ts';
import { askQuery } from '#src/paths.ts';
import { company, telUrl, whatsappChat } from '#src/words/site.ts';

const about = { kind: 'enquiry', job: '', about: '' } as const;

export function Ask() {
  const [outcome, setOutcome] = useState<Told>();
  const canAsk = useFeature('enquiries') !== false;
  return (
    <>
      <PageBanner name="ask" />
      <section className="section" aria-labelledby="enquiry">
        <div className="container split">
          <div className="section-head">
            <h2 id="enquiry">{words.heading}</h2>
            <p className="lead">{canAsk ? words.intro : words.closed}</p>
          </div>
          {canAsk && <EnquiryForm onTold={setOutcome} />}
        </div>
      </section>
      <Section className="section-tint" heading={words.otherWays}>
        <ul className="list-unstyled vstack gap-2">
          <li className="hstack flex-wrap gap-3">
            {company.phones.map((phone) => (
              <a key={phone} href={telUrl(phone)}>
                {phone}
              </a>
            ))}
            <OutsideLink href={whatsappChat.href}>{whatsappChat.label}</OutsideLink>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </li>
          {company.hours.map(({ days, time }) => (
            <li key={days}>
              {days} {time}
            </li>
          ))}
        </ul>
      </Section>
      <MessageDialog message={outcome} onClose={() => setOutcome(undefined)} />
    </>
  );
}

/** The product that a link has chosen. */
function useChosen(): { about?: string } {
  const wanted = new URLSearchParams(useSearch()).get(askQuery);
  const product = products.find(({ page }) => page === wanted);
  return product ? { about: product.label } : {};
}

function EnquiryForm({ onTold }: { onTold: (result: Told) => void }) {
  const submission = useSubmission(about, onTold, useChosen());
  const { form, sending, problem, hint, discard: _, field, ...handlers } = submission;
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
      <div className="row row-cols-1 row-cols-md-2 g-3">
        <Field type="email" autoComplete="email" {...field('email')} />
        <Field type="tel" autoComplete="tel" hint={words.reach} {...field('phone')} />
      </div>
      <Field disabled={sending} {...field('about')}>
        <option value="">{words.choose}</option>
        {words.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Field>
      <Field {...field('message')} />
      <FormEnd problem={problem} hint={hint} sending={sending} words={words} />
    </form>
  );
}
