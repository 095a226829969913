import { createInterface } from 'node:readline';

import { exportApplications } from '../applicants/application-search.ts';
import { type Config, StartError } from '../config.ts';
import { exportEnquiries } from '../enquiries/enquiries.ts';
import { Refusal } from '../lib/refusal.ts';
import { commandLine, logAction } from '../office/log.ts';
import { officePaths } from '../office/office-paths.ts';
import { invite as invitePerson, setRole } from '../office/people.ts';
import { addSignInMail } from '../office/sign-in-mail.ts';
import { openChannel } from '../outgoing/channel.ts';
import { troubleOf } from '../outgoing/said.ts';
import { compile, sendEmail } from '../outgoing/smtp.ts';
import { everythingAbout, forget as forgetAll, keyOf, partsOf } from '../person.ts';
import { type Command, change, listOf, printable, read } from './command.ts';

export const applications: Command = {
  words: '',
  summary: 'list the applications, newest first',
  run: (_, config) => read(config, (db) => listOf(exportApplications(db, {}))),
};

export const enquiries: Command = {
  words: '',
  summary: 'list the enquiries, newest first',
  run: (_, config) => read(config, (db) => listOf(exportEnquiries(db))),
};

/** Uses stderr: stdout may be redirected to a file. */
export async function isAgreed(question: string): Promise<boolean> {
  process.stderr.write(question);
  for await (const line of createInterface({ input: process.stdin })) return line.trim() === 'yes';
  return false;
}

export const mailTest: Command = {
  words: 'EMAIL',
  summary: "send one test email to an address with the server's settings, and print the mail server's reply",
  async run([to = ''], config) {
    const { smtpUrl, mailFrom, siteUrl } = config;
    if (smtpUrl === null || mailFrom === null)
      throw new StartError('SMTP_URL: no mail server is set up. Nothing was sent.');
    const subject = `Test email from ${new URL(siteUrl).host}`;
    const text = 'This is a test. The website can send email.\n';
    const message = await compile(crypto.randomUUID(), { to, subject, text }, mailFrom, siteUrl);
    const { outcome, why, problem } = await sendEmail(smtpUrl, message, AbortSignal.timeout(60_000));
    if (outcome !== 'sent') {
      const trouble = outcome === 'channel' ? troubleOf(problem) : 'did not accept the email';
      throw new StartError(`SMTP_URL: the mail server ${trouble}: ${why}`);
    }
    // The server sends what waits at once; there may be no store yet.
    await change(config, openChannel).catch(() => {});
    return { data: { to, answer: why }, text: `The mail server accepted the email: ${printable(why)}` };
  },
};

async function everythingOf(config: Config, who: string) {
  const all = await read(config, (db) => everythingAbout(db, keyOf(who)));
  const parts = partsOf(all);
  if (parts.length + all.log.length === 0) throw new Refusal(404, `Nothing is stored with ${who}.`);
  const others = all.others.length > 0 ? [`They also gave ${all.others.join(', ')}; look there too.`] : [];
  return { all, parts, others };
}

export const person: Command = {
  words: 'WHO',
  summary:
    'print all that is stored with an email address or a phone number, for whoever asks for a copy of their data',
  async run([who = ''], config) {
    const { all, parts, others } = await everythingOf(config, who);
    const lines = [
      ...parts.flatMap(({ title, values }) => [title, ...values.map((value) => `  ${value.join(': ')}`)]),
      ...all.log.map(({ at, email, action }) => `Log: ${at} ${email} ${action}`),
      ...others,
    ];
    return { data: all, text: lines.map(printable).join('\n') };
  },
};

export const forget: Command = {
  words: 'WHO',
  summary: `delete all that is stored with an email address or a phone number: applications, enquiries, the subscription; in the
      log, a colleague loses the address. Names it and asks first, unless you add --yes`,
  options: { yes: { type: 'boolean' } },
  async run([who = ''], config, { yes }) {
    const { all, parts, others } = await everythingOf(config, who);
    const names = parts.map(
      ({ title, values }) =>
        `${title}: ${values
          .slice(0, 3)
          .map(([, text]) => text)
          .join(', ')}`,
    );
    const named = [...names, `Entries of the log: ${all.log.length}`, ...others].map(printable).join('\n');
    if (yes !== true && !(await isAgreed(`${named}\nDelete this data? This cannot be undone. Type "yes": `)))
      throw new Refusal(400, 'Nothing was deleted.');
    const deleted = await change(config, (trx) => forgetAll(trx, keyOf(who)));
    const text =
      `Deleted the data (applications: ${deleted.applications}, enquiries: ${deleted.enquiries}, subscriptions: ${deleted.subscriptions}). ` +
      'Existing backups still contain it.';
    return { data: { deleted }, text };
  },
};

export const invite: Command = {
  words: 'EMAIL',
  summary: `give a person access to the office, and print a sign-in link that works once and expires in a day. With --editor,
      they see only articles and the newsletter. If they already have access, it changes only with --editor`,
  options: { editor: { type: 'boolean' } },
  async run([email = ''], config, { editor }) {
    const { person, token } = await change(config, async (trx) => {
      const invited = await invitePerson(trx, email, editor === true ? 'editor' : undefined);
      if (editor === true) await setRole(trx, invited.person.id, 'editor');
      if (config.smtpUrl !== null) await addSignInMail(trx, invited.link, invited.person.email);
      await logAction(trx, commandLine, `invited ${invited.person.email}`);
      return invited;
    });
    const url = config.siteUrl + officePaths.enter(token);
    const role = editor === true ? 'editor' : person.role;
    const access = role === 'all' ? 'everything' : 'articles and the newsletter';
    const text = `${person.email} (access: ${access}) can sign in with this link; it works once and expires in a day: ${url}`;
    return { data: { ...person, role, url }, text };
  },
};
