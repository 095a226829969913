import { closeFor, openFor, sortAndAnswer } from '../kit/office-steps.ts';
import { enter, expectLook, expectPage, handOf, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a vacancy is drafted and opened, its sixteen applicants are sorted and answered, and it is closed @full', async ({
  page,
  company,
}) => {
  const look = (title: string) =>
    /^Testfield [2-4]$/.test(title)
      ? expectPage(page, title)
      : expectLook(page, title, title === 'Testfield 1');
  const hand = handOf(page);
  await enter(page, company);
  const secrets = await openFor('Fitter', hand, company, look);
  await sortAndAnswer(hand, secrets, look);
  // Those who are shortlisted stay open.
  await closeFor('Fitter', hand, 13, look);
});
