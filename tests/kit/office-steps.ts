import { officePaths } from '#server/office/office-paths.ts';

import { type Company, testfields } from './company.ts';

/** A browser used by a member of staff; finds elements by the beginning of their names. */
export type Hand = {
  goto(path: string): Promise<void>;
  click(selector: string, name: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  see(selector: string, name: string): Promise<void>;
  /** Reloads the page until it contains these words. */
  untilSaid(words: RegExp): Promise<void>;
};

/** Checks or photographs the page with this title. */
type Look = (title: string) => Promise<void>;

export async function signIn(hand: Hand, company: Company): Promise<void> {
  await hand.goto(await company.invited());
  await hand.click('main button', 'Sign in');
  await hand.see('h1', 'Today');
}

/** Drafts and opens a vacancy, for which sixteen people apply; returns the secrets in their links. */
export async function openFor(title: string, hand: Hand, company: Company, look: Look): Promise<string[]> {
  await hand.goto(officePaths.vacancies);
  await hand.click('main a', 'Write a vacancy');
  await hand.fill('Title', title);
  await hand.fill('Type', 'full-time');
  await hand.fill('Text (Markdown)', 'You fit.');
  await hand.click('main button', 'Save draft');
  await hand.see('main p', 'Draft, not on the site.');
  await look(title);
  await hand.click('main a', 'Check and open…');
  await hand.click('main button', 'Open the vacancy');
  await hand.see('[role=status]', 'The vacancy is open and on the career page.');
  await look(title);
  return company.applied(title.toLowerCase(), testfields(16));
}

/** Closes the vacancy with one answer to those who are new. */
export async function closeFor(title: string, hand: Hand, answered: number, look: Look): Promise<void> {
  await hand.goto(officePaths.vacancy(title.toLowerCase()));
  await hand.click('main a', 'Close…');
  await look(`Close ${title}`);
  await hand.click('main button', 'Check');
  await look(`To ${answered} people`);
  await hand.click('main button', `Close and answer ${answered} people`);
  await hand.see('[role=status]', 'Closed.');
  await hand.untilSaid(new RegExp(`${answered} replies will be sent at \\d\\d:\\d\\d`));
  await look(title);
}
