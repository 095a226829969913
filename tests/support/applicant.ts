/** What an applicant types, by the label of its field; the email is each test's own. */
export const applicant = {
  'First name': 'Mutinta',
  'Last name': 'Banda',
  Mobile: '+260 97 000 0000',
  Description: 'I solder, and I write firmware.',
  'Profile link': 'https://profiles.example/mutinta',
};

/** The id of a vacancy that takes applications. */
export async function firstVacancy(siteUrl: string): Promise<string> {
  const answer = await fetch(`${siteUrl}/connect/v1/job-list`);
  const { payload } = (await answer.json()) as { payload: [{ _id: string }] };
  return payload[0]._id;
}
