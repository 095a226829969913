/**
 * What a mail server means. `later`: try again. `address`: this address is dead. `refused`: by policy, or because of us.
 * `channel`: it accepts nothing from us at all, so it says nothing about the message.
 */
export type Meaning = 'later' | 'address' | 'refused' | 'channel';

/** `connect`: everything before MAIL: greeting, EHLO, STARTTLS, AUTH. nodemailer calls DATA and the end of the body `DATA`. */
type Command = 'connect' | 'MAIL FROM' | 'RCPT TO' | 'DATA';

type Rule = { enhanced?: RegExp; code?: RegExp; means: Meaning };

/** For 5xx, by command; the first rule that matches. An enhanced code counts before the bare code. */
const rules: Record<Command, Rule[]> = {
  connect: [{ means: 'channel' }],
  'MAIL FROM': [{ means: 'channel' }],
  'RCPT TO': [
    // A 5xx that calls itself temporary.
    { enhanced: /^4\./, means: 'later' },
    { enhanced: /^5\.2\.2$/, means: 'later' },
    // Policy, our address, the message's size, their system, a sequence of commands that they dislike.
    { enhanced: /^5\.(?:7\.\d+|1\.[78]|2\.3|3\.\d+|5\.[1-6])$/, means: 'refused' },
    { code: /^(?:503|504|530)$/, means: 'refused' },
    { enhanced: /^$/, code: /^552$/, means: 'later' },
    { means: 'address' },
  ],
  DATA: [
    { enhanced: /^(?:4\.|5\.2\.2$)/, means: 'later' },
    { enhanced: /^5\.(?:1\.(?:1|2|6|10)|2\.1)$/, means: 'address' },
    { means: 'refused' },
  ],
};

const commandOf = (command: string): Command =>
  command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA' ? command : 'connect';

/** Undefined without a reply (a 4xx or 5xx). */
export function meaningOf(command: string, reply: string): Meaning | undefined {
  const code = /^[45]\d\d/.exec(reply)?.[0];
  if (code === undefined) return undefined;
  if (code.startsWith('4')) return 'later';
  // Cisco writes "550 #5.1.0 …", qmail "… (#5.1.1)".
  const [, atStart, marked = ''] =
    /^5\d\d[ -]#?([45]\.\d{1,3}\.\d{1,3})\b/m.exec(reply) ??
    /()#([45]\.\d{1,3}\.\d{1,3})\b/.exec(reply) ??
    [];
  const given = atStart || marked;
  const isMatch = ({ enhanced, code: bare }: Rule) =>
    (enhanced?.test(given) ?? true) && (bare?.test(code) ?? true);
  return rules[commandOf(command)].find(isMatch)?.means;
}
