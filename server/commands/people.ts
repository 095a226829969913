import { applicationStates } from '#src/contract/application-status.ts';

import { allApplications, markApplication } from '../domain/applications.ts';
import { forget as forgetAll } from '../domain/forget.ts';
import { commandLine, noteAction } from '../domain/log.ts';
import { addSignInMail } from '../domain/mail.ts';
import { invite as invitePerson } from '../domain/people.ts';
import { Refusal } from '../domain/refusal.ts';
import { allSubscribers, unsubscribe as endSubscription } from '../domain/subscribers.ts';
import { officePaths } from '../office-paths.ts';
import { type Command, change, listOf, printable, withStore } from './command.ts';

export const applications: Command = {
  words: '',
  summary: 'list the applications, newest first',
  run: async (_, config) => listOf(await withStore(config, ({ db }) => allApplications(db))),
};

export const mark: Command = {
  words: `ID ${applicationStates.join('|')} [NOTE]`,
  summary: 'set the state and note that the applicant sees; an empty note "" deletes the earlier one',
  async run([id = '', state = '', note], config) {
    const data = await change(config, (trx) => markApplication(trx, id, state, note));
    const shown = data.note === null ? '' : ` The applicant sees this note: ${printable(data.note)}`;
    return { data, text: `Marked as ${data.state}.${shown}` };
  },
};

export const subscribers: Command = {
  words: '',
  summary: 'list the newsletter subscribers, newest first',
  run: async (_, config) => listOf(await withStore(config, ({ db }) => allSubscribers(db))),
};

export const unsubscribe: Command = {
  words: 'EMAIL',
  summary: 'end the newsletter subscription of an e-mail address',
  async run([email = ''], config) {
    const isGone = await change(config, (trx) => endSubscription(trx, email));
    if (!isGone) throw new Refusal(404, `${email} is not subscribed.`);
    return { data: { unsubscribed: email }, text: `${email} is unsubscribed.` };
  },
};

export const forget: Command = {
  words: 'EMAIL',
  summary: 'delete all data sent with an e-mail address: applications and subscription',
  async run([email = ''], config) {
    const deleted = await change(config, (trx) => forgetAll(trx, email));
    const text =
      `Deleted: ${deleted.applications} application(s), ${deleted.subscriptions} subscription(s). ` +
      'Existing backups still contain them.';
    return { data: { deleted }, text };
  },
};

export const invite: Command = {
  words: 'EMAIL',
  summary: `give a person access to the office and print a link that signs in once, within a day. With --editor they see
      articles and the newsletter only. Somebody who has access already keeps it as it is, unless you give --editor`,
  options: { editor: { type: 'boolean' } },
  async run([email = ''], config, { editor }) {
    const { person, token } = await change(config, async (trx) => {
      const invited = await invitePerson(trx, email, editor === true ? 'editor' : undefined);
      if (config.smtpUrl !== null) await addSignInMail(trx, invited.link, invited.person.email);
      await noteAction(trx, commandLine, 'invited', invited.person.id);
      return invited;
    });
    const url = config.siteUrl + officePaths.enter(token);
    const access = person.role === 'all' ? 'everything' : 'articles and newsletter';
    const text = `${person.email} (access: ${access}) can sign in once within a day: ${url}`;
    return { data: { ...person, url }, text };
  },
};
