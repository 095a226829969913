import { type Connection, NotOurs, NotReached } from '#server/outgoing/smtp.ts';

export const minuteMs = 60_000;
/** After this time another server may take over, so an answer that comes later says nothing. */
const leaseMs = 2 * minuteMs;

/** What a mailbox's server says, and at which command. `silent` loses the email; `deaf` delivers it without an answer. */
const answers = {
  accepts: '250 OK',
  dead: 'RCPT TO 550 5.1.1 No such user',
  unwanted: 'RCPT TO 550 5.7.1 Not wanted',
  later: 'RCPT TO 450 4.2.1 Try later',
  spam: 'DATA 554 5.7.1 Looks like spam',
  left: 'DATA 550 5.1.1 No such user',
  busy: 'DATA 451 4.3.0 Busy',
  silent: '',
  deaf: '',
} as const;
export type Answer = keyof typeof answers;
export const allAnswers = Object.keys(answers) as Answer[];
export type Channel = 'open' | 'refuses' | 'away';

/** An email with one Message-ID, as the world saw it. `doubts`: hand-overs whose answer nobody wrote down in time. */
export type Mail = {
  id: string;
  to: string;
  subject: string;
  /** It is a reader's newsletter. */
  isBulk: boolean;
  body: string;
  copies: number;
  doubts: number;
  isHeard: boolean;
  /** The step at which its last hand-over was written down: from then on nobody can call it back. */
  begunAt: number;
};

/** What a server got to know in a round, until it has stored it. */
export type Pending = {
  mail?: Mail;
  answer: Answer | 'down' | 'nothing';
  wasHandedOver: boolean;
  /** Asked when it is stored: a server may freeze before that. */
  isInTime: () => boolean;
};
/**
 * `startedAt`: when its round began. `claim`: its transactions before it connected, the last of which claimed the email.
 * `begins`: the email whose hand-over it is writing down.
 */
export type Sender = {
  step: () => Promise<void>;
  pending: Pending | undefined;
  begins: Mail | undefined;
  startedAt: number;
  claim: { first: number; last: number; tick: number } | undefined;
};

const smtpError = (line: string) => {
  const [, command = '', response = ''] = /^(RCPT TO|DATA|MAIL FROM) (.*)$/.exec(line) ?? [];
  return Object.assign(new Error(response), {
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  });
};

export type World = ReturnType<typeof createWorld>;

/** Mailboxes, the mail servers before them, and the time. `onHandOver` judges an email that can no longer be called back. */
export function createWorld() {
  const world = {
    wrong: '',
    story: [] as string[],
    /** True time in ms, whatever the clock says. */
    now: 0,
    jumps: 0,
    channel: 'open' as Channel,
    usual: 'accepts' as Answer,
    answers: new Map<string, Answer>(),
    mails: new Map<string, Mail>(),
    /** Times at which newsletters were handed over. */
    bulk: [] as number[],
    /**
     * Of the newsletter: domains of the emails refused by policy, and addresses that do not exist, since its last success.
     * `mostPolicy`: the same, with refusals that were stored too late to count; `isAnyAddress`: since it was started.
     */
    refused: {
      policy: new Map<string, string>(),
      address: new Set<string>(),
      mostPolicy: new Map<string, string>(),
      isAnyAddress: false,
    },
    /** The last try of a channel that servers know to be down, and the step at which that was stored. */
    down: undefined as { triedAt: number; tick: number } | undefined,
    tick: 0,
    /** A newsletter's email was answered since somebody looked at its page. */
    isNews: false,
    onHandOver: (_: Mail) => {},
    fail(words: string) {
      world.wrong ||= words;
    },
    answerOf: (to: string) => world.answers.get(to) ?? world.usual,
    /** All emails with this subject to this address. */
    of: (subject: string, to: string) =>
      [...world.mails.values()].filter((mail) => mail.subject === subject && mail.to === to),
    connectTo: (sender: Sender) => () => connectAs(sender),

    /** A server has stored what it was told. */
    learn(sender: Sender): void {
      const { pending, claim } = sender;
      sender.claim = { first: claim?.first ?? world.now, last: world.now, tick: world.tick };
      sender.pending = undefined;
      if (sender.begins) sender.begins.begunAt = world.tick;
      sender.begins = undefined;
      if (pending === undefined) return;
      const { mail, answer, wasHandedOver } = pending;
      const isInTime = pending.isInTime();
      world.down = answer === 'down' ? { triedAt: claim?.last ?? world.now, tick: world.tick } : undefined;
      if (mail === undefined) return;
      if (answer === 'accepts') mail.isHeard = true;
      if (wasHandedOver && isInTime) mail.doubts -= 1;
      if (mail.isBulk) world.count(mail, answer, isInTime);
    },

    count({ id, to }: Mail, answer: Pending['answer'], isInTime: boolean): void {
      const { policy, address, mostPolicy } = world.refused;
      world.isNews = true;
      if (answer === 'accepts') world.forgive();
      const isPolicy = answer === 'unwanted' || answer === 'spam';
      for (const refused of [mostPolicy, ...(isInTime ? [policy] : [])])
        if (isPolicy && !refused.has(id)) refused.set(id, to.replace(/.*@/, ''));
      if (answer !== 'dead' && answer !== 'left') return;
      world.refused.isAnyAddress = true;
      if (isInTime) address.add(id);
    },

    forgive(): void {
      world.refused.policy.clear();
      world.refused.mostPolicy.clear();
      world.refused.address.clear();
    },
  };

  async function connectAs(sender: Sender): Promise<Connection> {
    await sender.step();
    const { down } = world;
    const { first = 0, last = 1, tick = 0 } = sender.claim ?? {};
    const isKnown = down !== undefined && tick > down.tick && first === last && world.jumps === 0;
    if (isKnown && last < down.triedAt + 10 * minuteMs)
      world.fail('the stopped channel was tried twice in ten minutes');
    const isDown = { answer: 'down', wasHandedOver: false, isInTime: () => true } as const;
    if (world.channel === 'away') {
      sender.pending = isDown;
      world.story.push('  our mail server is away');
      throw new NotReached('away', { cause: new Error('away') });
    }
    return {
      close: () => {},
      async send({ envelope, bytes }, isOurs) {
        await sender.step();
        if (world.channel === 'refuses') {
          sender.pending = isDown;
          world.story.push('  our mail server refuses us');
          throw smtpError('MAIL FROM 550 5.7.1 Suspended');
        }
        return deliver(sender, mailIn(String([envelope.to].flat()[0]), bytes.toString()), isOurs);
      },
    };
  }

  async function deliver(sender: Sender, composed: Mail, isOurs: () => Promise<boolean>): Promise<string> {
    let mail = composed;
    const answer = world.answerOf(mail.to);
    const said: string = answers[answer];
    const { jumps } = world;
    const isInTime = () => world.now - sender.startedAt < leaseMs && jumps === world.jumps;
    const tell = (wasHandedOver: boolean) => {
      sender.pending = { mail, answer, wasHandedOver, isInTime };
    };
    if (said.startsWith('RCPT')) {
      tell(false);
      throw smtpError(said);
    }
    await sender.step();
    // Its server may die when it has written down the hand-over; another may have handed it over meanwhile.
    mail = world.mails.get(mail.id) ?? mail;
    world.mails.set(mail.id, mail);
    mail.doubts += 1;
    sender.begins = mail;
    if (!(await isOurs())) {
      mail.doubts -= 1;
      sender.pending = { answer: 'nothing', wasHandedOver: false, isInTime: () => true };
      throw new NotOurs();
    }
    world.down = undefined;
    world.story.push(`  “${mail.subject}” to ${mail.to} is handed over (${answer})`);
    world.onHandOver(mail);
    await sender.step();
    if (answer === 'accepts' || answer === 'deaf') mail.copies += 1;
    await sender.step();
    if (answer === 'deaf' || answer === 'silent')
      throw Object.assign(new Error('silence'), { code: 'ETIMEDOUT' });
    tell(true);
    if (said.startsWith('DATA')) throw smtpError(said);
    return said;
  }

  function mailIn(to: string, body: string): Mail {
    const lines = body.replaceAll('\r', '');
    const [, id = ''] = /^Message-ID: <([^@]+)/m.exec(lines) ?? [];
    const [, subject = ''] = /^Subject: (.*)$/m.exec(lines) ?? [];
    const isBulk = subject.startsWith('News') && to.startsWith('reader');
    const mail = { id, to, subject, isBulk, body: lines, copies: 0, doubts: 0, isHeard: false, begunAt: 0 };
    return world.mails.get(id) ?? mail;
  }

  return world;
}
