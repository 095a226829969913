import { Children, type ComponentProps, type ReactNode } from 'react';

import { shorten } from '#src/lib/shorten.ts';
import { mailUrl } from '#src/words/site.ts';

import { spokenMoment, spokenWeekday, timeOf } from '../lib/local-time.ts';
import { phoneLinks } from './phone-links.ts';

/** For example, "today, 14:05", in Lusaka time. */
export const moment = (time: string) => spokenMoment(new Date(time));

/** For example, "Friday, 27 November, 17:00", in Lusaka time. */
export const weekdayAndTime = (time: string) => `${spokenWeekday(new Date(time))}, ${timeOf(new Date(time))}`;

/** For example, "1 application", "2 applications" or "2 enquiries". */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;

export const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

type Content = { children: ReactNode };

/** Strangers' values, each isolated: Arabic or Hebrew would turn the words and numbers beside it. */
export const Values = ({ of }: { of: string[] }) =>
  Children.map(of.filter(Boolean), (value, index) => (
    <>
      {index > 0 && ', '}
      <bdi className={/^[+\d ]+$/.test(value) ? 'office-number' : undefined}>{value}</bdi>
    </>
  ));

export const Notice = ({ children }: Content) => (
  <p className="alert office-notice" role="status">
    {children}
  </p>
);

export const Problem = ({ children }: Content) => (
  <p className="alert alert-danger" role="alert">
    {children}
  </p>
);

export const Empty = ({ children }: Content) => <p className="text-body-secondary">{children}</p>;

/** About two lines in a list, on a phone three. */
const firstWords = 100;

export type Row = {
  path?: string | undefined;
  title: string;
  /** What is shown for the title, where only a part of it is bold. */
  shown?: ReactNode;
  badge?: string | false;
  isLate?: boolean;
  facts?: ReactNode;
  /** What was written; its first words are shown. */
  words?: string | null;
  phone?: string;
  more?: ReactNode;
  /** Adds a box to choose the row, with this value. */
  choice?: string;
};

export const Late = () => <span className="badge office-late">late</span>;

function Phone({ number }: { number: string }) {
  const links = phoneLinks(number);
  return links ? (
    <a className="office-number" href={links.call}>
      {number}
    </a>
  ) : (
    number
  );
}

/** A list of links or titles with facts, a second column of words on wide screens, and more. */
export const Rows = ({ items }: { items: Row[] }) =>
  items.length > 0 && (
    <ul className="vstack list-unstyled">
      {items.map(({ path, title, shown, badge, isLate, facts, words, phone, more, choice }) => (
        <li key={path ?? title} className="office-row border-top py-3">
          {choice && (
            <label className="office-tick">
              <input type="checkbox" name="chosen" value={choice} aria-label={`Choose ${title}`} />
            </label>
          )}{' '}
          <div className={words || phone ? 'office-pair' : undefined}>
            <div>
              {path ? (
                <a
                  className={shown ? 'office-plain stretched-link' : 'office-title stretched-link'}
                  dir="auto"
                  href={path}
                >
                  {shown ?? title}
                </a>
              ) : (
                <bdi>{shown ?? title}</bdi>
              )}{' '}
              {isLate && <Late />} {badge && <span className="badge">{badge}</span>}
              {facts && <p className="small text-body-secondary mb-0">{facts}</p>}
            </div>{' '}
            {(words || phone) && (
              <div>
                {words && (
                  <p className="small mb-0" dir="auto">
                    {shorten(words, firstWords)}
                  </p>
                )}{' '}
                {phone && (
                  <p className="small mb-0">
                    <Phone number={phone} />
                  </p>
                )}
              </div>
            )}
            {more && <div className="office-more">{more}</div>}
          </div>
        </li>
      ))}
    </ul>
  );

type Tab = { label: string; path: string; count?: number; isCurrent: boolean };

export const Tabs = ({ label, tabs }: { label: string; tabs: Tab[] }) => (
  <nav className="nav" aria-label={label}>
    {tabs.map(({ label, path, count, isCurrent }) => (
      <a key={path} className="nav-link" href={path} aria-current={isCurrent ? 'page' : undefined}>
        {count === undefined ? label : `${label} ${count}`}
      </a>
    ))}
  </nav>
);

type FormProps = Content & {
  action: string;
  encType?: 'multipart/form-data';
  /** Keeps the text if there is no response; `copy`: also on the device, until it is saved. */
  keeps?: boolean | 'copy';
};

/** A form that posts. Its random key makes it safe to post again if the response was lost. */
export const Form = ({ keeps = false, children, ...props }: FormProps) => (
  <form method="post" data-keep={keeps === true ? '' : keeps || undefined} {...props}>
    <input type="hidden" name="key" value={crypto.randomUUID()} /> {children}
  </form>
);

type Look = { isPrimary?: boolean };

export const Button = ({ isPrimary, ...props }: Look & ComponentProps<'button'>) => (
  <button className={isPrimary ? 'btn btn-primary' : 'btn btn-outline-primary'} {...props} />
);

export const ButtonLink = ({ isPrimary, ...props }: Look & ComponentProps<'a'> & { href: string }) => (
  <a className={isPrimary ? 'btn btn-primary' : 'btn btn-outline-primary'} {...props} />
);

export const Hidden = ({ values }: { values: Record<string, string> }) =>
  Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

type PressProps = Look & Content & { action: string; values?: Record<string, string> };

export const Press = ({ action, values = {}, ...button }: PressProps) => (
  <Form action={action}>
    <Hidden values={values} /> <Button {...button} />
  </Form>
);

/** Buttons at the end of a form or page: at most one primary button, first. */
export const Actions = ({ children }: Content) => (
  <div className="hstack flex-wrap gap-2 mt-4">
    {Children.map(children, (child) => child && <div>{child}</div>)}
  </div>
);

type MessageProps = Record<'email' | 'phone' | 'subject' | 'text', string> & {
  profile?: string;
  children?: ReactNode;
};

/** How to reach whoever wrote a text, and the text. */
export function Message({ email, phone, profile = '', subject, text, children }: MessageProps) {
  const links = phoneLinks(phone);
  return (
    <>
      <p>
        <Values of={[email, phone, profile]} />
      </p>
      <Actions>
        {links && <ButtonLink href={links.call}>Call</ButtonLink>}
        {links && <ButtonLink href={links.whatsApp}>WhatsApp</ButtonLink>}
        {email && <ButtonLink href={mailUrl(email, subject)}>Email</ButtonLink>}
        {children}
      </Actions>
      <p className="plain-text mt-4" dir="auto">
        {text}
      </p>
    </>
  );
}

export const Fold = ({ summary, isOpen, children }: Content & { summary: string; isOpen?: boolean }) => (
  <details className="office-fold" open={isOpen}>
    <summary>{summary}</summary>
    {children}
  </details>
);

type Labelled = {
  label: string;
  name: string;
  value?: string | number | null | undefined;
  hint?: string | undefined;
};
type ControlProps<Tag extends 'input' | 'textarea'> = Labelled & Omit<ComponentProps<Tag>, keyof Labelled>;

type HintProps = Pick<Labelled, 'name' | 'hint'>;

const hintId = ({ name, hint }: HintProps) => hint && `hint-${name}`;

const Hinted = ({ hint, children, ...control }: HintProps & Content) => (
  <div className="mb-4">
    {children}
    {hint && (
      <p className="form-text" id={hintId({ ...control, hint })}>
        {hint}
      </p>
    )}
  </div>
);

export const Field = ({ label, value, hint, name, ...control }: ControlProps<'input'>) => (
  <Hinted name={name} hint={hint}>
    <label className="form-label d-block">
      {label}{' '}
      <input
        className="form-control"
        type="text"
        name={name}
        defaultValue={control.type === 'file' ? undefined : (value ?? '')}
        aria-describedby={hintId({ name, hint })}
        {...control}
      />
    </label>
  </Hinted>
);

export const MultilineField = ({ label, value, hint, name, ...control }: ControlProps<'textarea'>) => (
  <Hinted name={name} hint={hint}>
    <label className="form-label d-block">
      {label}{' '}
      <textarea
        className="form-control"
        name={name}
        defaultValue={value ?? ''}
        aria-describedby={hintId({ name, hint })}
        {...control}
      />
    </label>
  </Hinted>
);

export type Choice = { value: string; label: string; hint?: string };
type ChoiceProps = { name: string; choices: readonly Choice[]; chosen: string };

export const Select = ({ label, name, choices, chosen }: ChoiceProps & { label: string }) => (
  <label className="form-label d-block mb-4">
    {label}
    <select className="form-control" name={name} defaultValue={chosen}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </label>
);

export const Tick = ({ label, ...props }: ComponentProps<'input'> & { label: ReactNode }) => (
  <label className="office-choice">
    <input type="checkbox" {...props} /> <span>{label}</span>
  </label>
);

export const Radios = ({ legend, name, choices, chosen }: ChoiceProps & { legend: string }) => (
  <fieldset className="mb-4">
    <legend className="form-label">{legend}</legend>
    {choices.map(({ value, label, hint }) => (
      <label key={value} className="office-choice">
        <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
        <span>
          {label} {hint && <span className="form-text d-block">{hint}</span>}
        </span>
      </label>
    ))}
  </fieldset>
);

export const Share = ({ label, url }: { label: string; url: string }) => (
  <div>
    <label className="form-label d-block">
      {label} <input className="form-control" readOnly value={url} />
    </label>
    <Actions>
      <Button type="button" data-copy={url} hidden>
        Copy
      </Button>
      <ButtonLink
        href={`https://wa.me/?text=${encodeURIComponent(url)}`}
        rel="noopener noreferrer"
        target="_blank"
      >
        WhatsApp
      </ButtonLink>
    </Actions>
  </div>
);
