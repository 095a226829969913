/**
 * What a mail server means. `later`: try again. `address`: this address is dead. `refused`: by policy, because of us, or
 * not understood. `channel`: it accepts nothing from us at all, so it says nothing about the message.
 */
export type Meaning = 'later' | 'address' | 'refused' | 'channel';

/** `state`: together with `words` in one clause. */
type Rule = { words?: RegExp; state?: RegExp; enhanced?: RegExp; code?: RegExp; means: Meaning };

/** For a 5xx to RCPT, to DATA or to the body; the first rule that matches. Words come before codes, which many servers choose badly. */
const rules: Rule[] = [
  { words: /message (?:size|is larger|too)|too (?:big|large|long)|\bhops\b|loop/, means: 'refused' },
  {
    words:
      /quota|limit|exceed|throttl|greylist|temporar|later|\brate\b|\bfull\b|storage|too (?:many|much|quick|fast)|per (?:hour|day)/,
    means: 'later',
  },
  // A 5xx that calls itself temporary, a full mailbox, our own quota.
  { enhanced: /^(?:4\.|5\.2\.(?:2|12[12])$|5\.4\.5$|5\.1\.90$)/, means: 'later' },
  { enhanced: /^$/, code: /^552$/, means: 'later' },
  // Postfix and Sendmail mention a relay in what they say of unknown users.
  {
    words:
      /\brelay(?:ing)?\b(?!=| recipient)|rcpthosts|auth|log ?in|\bspf\b|dkim|dmarc|spam|\brbl\b|dnsbl|reputation|polic|prohibit|\bban|permi|sender|\behlo\b|\bhelo\b|your (?:ip|server|host|domain|account)/,
    means: 'refused',
  },
  { words: /block|black ?list|\blisted (?:at|in|on|by)/, means: 'refused' },
  { enhanced: /^5\.(?:7\.|1\.[78]$|4\.6$)/, means: 'refused' },
  { enhanced: /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/, means: 'address' },
  { enhanced: /^5\.4\.1$/, words: /access denied/, means: 'address' },
  { enhanced: /^5\.1\.0$/, words: /address rejected/, means: 'address' },
  {
    words: /user|recipient|mail ?box|account|address|alias/,
    state:
      /no such|\bno (?:user|recipient|mailbox|account|valid)|unknown|n[o']t (?:exist|found|known|available|have|a valid)|invalid|inactiv|disabled|discontinued|unavailable|closed|deactivated|no longer|expired|suspended|unroute?able/,
    means: 'address',
  },
  { means: 'refused' },
];

/** Undefined without a reply (a 4xx or 5xx). nodemailer calls DATA and the end of the body `DATA`. */
export function meaningOf(command: string, reply: string): Meaning | undefined {
  const code = /^[45]\d\d/.exec(reply)?.[0];
  if (code === undefined) return undefined;
  if (code.startsWith('4')) return 'later';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'channel';
  // Cisco writes "550 #5.1.0 …", qmail "… (#5.1.1)".
  const [, atStart, marked = ''] =
    /^5\d\d[ -]#?([45]\.\d{1,3}\.\d{1,3})\b/m.exec(reply) ??
    /()#([45]\.\d{1,3}\.\d{1,3})\b/.exec(reply) ??
    [];
  const given = atStart || marked;
  const clauses = wordsOf(reply).split(/[.;:]/);
  return rules.find(
    ({ words = /^/, state = /^/, enhanced = /^/, code: bare = /^/ }) =>
      enhanced.test(given) &&
      bare.test(code) &&
      clauses.some((clause) => words.test(clause) && state.test(clause)),
  )?.means;
}

/** Without addresses, links and host names, which contain any words. */
const wordsOf = (reply: string) =>
  reply
    .toLowerCase()
    .replace(/^\d{3}[ -]/gm, '')
    .split(/\s+/)
    .filter((word) => !word.includes('@') && !word.includes('://') && word.split('.').length < 3)
    .join(' ');
