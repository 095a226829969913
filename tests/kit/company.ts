import { withStore } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { invite } from '#server/office/people.ts';
import type { Store } from '#server/store/open-store.ts';
import { addAddresses } from '#server/subscribers/list-changes.ts';

import { type MailServer, startMailServer } from '../service/mail.ts';
import { ownPort } from './ports.ts';
import { startServer } from './server.ts';

/** A separate site with an office and a mail server, at localhost because a passkey cannot belong to an IP address. */
export type Company = AsyncDisposable & {
  url: string;
  takeLog: () => string[];
  mail: MailServer;
  /** Changes its store directly. */
  change<T>(act: (store: Store) => Promise<T>): Promise<T>;
  /** Subscribers who have confirmed. */
  addReaders(emails: string[]): Promise<void>;
  /** The path of a link that signs somebody in. */
  invited(email?: string): Promise<string>;
  /** Applies for `job` in everybody's name; returns the secrets in their links. */
  applied(job: string, people: Applicant[]): Promise<string[]>;
};

const usual = {
  email: 'somebody@example.com',
  mobile: '+260 97 000 0000',
  description: 'I solder, and I write firmware.',
  profile: 'https://profiles.example/somebody',
};
type Applicant = Partial<typeof usual> & { name: string };

export const testfields = (count: number): Applicant[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Testfield ${index + 1}`,
    email: `t${index + 1}@example.com`,
  }));

export async function startCompany(): Promise<Company> {
  const mail = await startMailServer();
  const PORT = String(await ownPort());
  const url = `http://localhost:${PORT}`;
  const sending = { SMTP_URL: mail.url, NEWSLETTER_PER_HOUR: '1000000' };
  const server = await startServer({ PORT, SITE_URL: url, ...sending });
  const change: Company['change'] = (act) => withStore(readConfig({ DATA_DIR: server.dataDir }), act);
  return {
    url,
    takeLog: server.takeLog,
    mail,
    change,
    addReaders: (emails) =>
      change(async (store) => {
        const readers = emails.map((email) => ({ name: 'Reader', email }));
        await addAddresses(store, readers, { consent: 'At our stand', asks: false });
      }),
    invited: (email = 'boss@hcs.example') =>
      change(async (store) => {
        const { token } = await store.write((trx) => invite(trx, email, 'all'));
        return officePaths.enter(token);
      }),
    async applied(job, people) {
      const secrets: string[] = [];
      for (const person of people) {
        const answer = await fetch(`${url}/connect/v1/job-apply`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...usual, ...person, job }),
        });
        secrets.push(((await answer.json()) as { secret: string }).secret);
      }
      return secrets;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await mail[Symbol.asyncDispose]();
    },
  };
}
