import { execFileSync } from 'node:child_process';

import { officePaths } from '#server/office/office-paths.ts';

import { expect, failedRequest } from '../kit/journey.ts';
import { startNginx } from '../kit/nginx.ts';
import { test as base, enter } from './office.ts';

const test = base.extend<{ front: string }>({
  async front({ company }, use) {
    await using nginx = await startNginx(company.url);
    await use(nginx.url);
  },
  allowedOrigins: ({ front }, use) => use([front]),
});

test.use({ expectedErrors: [failedRequest] });

test('a text that the web server in front refuses stays, and the page says who refused it @full', async ({
  page,
  company,
  front,
}) => {
  await enter(page, company);
  await page.goto(front + officePaths.article('new'));
  const text = 'Long. '.repeat(500);
  await page.getByLabel('Title').fill('Title');
  await page.getByLabel('Text (Markdown)').fill(text);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert')).toHaveText('The web server in front of this site refused it (413).');
  await expect(page.getByLabel('Text (Markdown)')).toHaveValue(text);
});

test('an application on paper has all that is read, and nothing that is pressed @full', async ({
  page,
  company,
}) => {
  await enter(page, company);
  await company.applied('pcb-design-intern', [{ name: 'Paper Testfield', mobile: '+260 97 765 4321' }]);
  await page.goto(`${officePaths.applications}?tab=all`);
  await page.getByRole('link', { name: 'Paper Testfield' }).click();
  await page.getByLabel('Note for us').fill('Ask about Kitwe.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('status')).toHaveText('Saved.');
  await page.getByRole('link', { name: 'Write a reply' }).click();
  await page.getByRole('button', { name: 'See the email' }).click();
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByRole('status')).toHaveText('The email was queued.');
  const onPaper = async () => {
    const input = await page.pdf({ format: 'A4' });
    return execFileSync('pdftotext', ['-', '-'], { input, encoding: 'utf8' });
  };
  const pressed =
    /Call|WhatsApp|Menu|Sign out|What next|Write a reply|Shortlist\b|Save|Delete|Correct|cannot be undone|Enquiries|\d of \d/;
  const paper = await onPaper();
  for (const read of [
    ...['Paper Testfield', 'PCB Design Intern', 'somebody@example.com', '+260 97 765 4321', 'I solder'],
    ...['https://profiles.example/somebody', 'Ask about Kitwe.', 'Received', 'Dear Paper Testfield'],
  ])
    expect(paper).toContain(read);
  expect(paper).not.toMatch(pressed);
  await page.getByRole('link', { name: 'Everything about' }).click();
  const copy = await onPaper();
  for (const read of ['Everything about somebody@example.com', 'Ask about Kitwe.', 'Dear Paper Testfield'])
    expect(copy).toContain(read);
  expect(copy).not.toMatch(pressed);
});
