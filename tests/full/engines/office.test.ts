import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Company, startCompany } from '../../kit/company.ts';
import { closeFitter, type Hand, openFitter, signIn, sortAndAnswer } from '../../kit/office-steps.ts';
import { type Driver, firefox } from './driver.ts';
import { tabOf } from './tab.ts';

const long = 600_000;
let company: Company;
let driver: Driver;
let hand: Hand;
let secrets: string[];
beforeAll(async () => {
  company = await startCompany();
  driver = await firefox.start('allowed');
  hand = handOf(driver, company.url);
}, long);
afterAll(async () => {
  await driver[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
}, long);

function handOf(driver: Driver, url: string): Hand {
  const { goto, reload, text, ...tab } = tabOf(driver);
  return {
    ...tab,
    goto: (path) => goto(url + path),
    untilSaid: (words) =>
      tab
        .soon(async () => {
          await reload();
          return text();
        })
        .toMatch(words),
  };
}

const look = (title: string) => hand.see('h1', title);

test('Firefox: a vacancy is drafted and opened, and of sixteen applications three are sorted and one is answered', {
  timeout: long,
}, async () => {
  await signIn(hand, company);
  secrets = await openFitter(hand, company, look);
  await sortAndAnswer(hand, secrets, look);
  expect(company.mail.mails.filter(({ to }) => to.includes('t4@example.com'))).toHaveLength(2);
});

test('Firefox: the vacancy is closed with an answer to the thirteen others', { timeout: long }, async () => {
  await closeFitter(hand, look);
});
