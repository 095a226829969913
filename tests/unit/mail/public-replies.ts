/** What public mail servers say to RCPT or after the body, where it was published, and what it means. Addresses are made up. */
type PublicReply = {
  command: 'RCPT TO' | 'DATA';
  reply: string;
  means: 'later' | 'address' | 'refused';
  source: string;
};

const google = 'https://support.google.com/a/answer/3726730';
const zoneMta = 'https://github.com/zone-eu/zone-mta/blob/master/config/bounces.txt';
const bounceHandler = 'https://github.com/twisted1919/bounce-handler/blob/master/BounceHandler/rules.php';
const sisimai = 'https://github.com/sisimai/rb-sisimai/blob/main/lib/sisimai/rhost';
const cpanel = 'https://forums.cpanel.net/threads/email-quota.697029/';

const at = (
  command: PublicReply['command'],
  means: PublicReply['means'],
  source: string,
  replies: string[],
): PublicReply[] => replies.map((reply) => ({ command, reply, means, source }));

export const publicReplies: PublicReply[] = [
  ...at('RCPT TO', 'later', google, [
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
    '550 5.4.5 Daily user sending limit exceeded.',
    '552 5.2.2 The email account that you tried to reach is over quota.',
  ]),
  ...at('RCPT TO', 'later', cpanel, [
    '550 Domain hcs.example has exceeded the max emails per hour (3/2 (150%)) allowed. Message discarded.',
    '550 Domain hcs.example has exceeded the max defers and failures per hour (5/5 (100%)) allowed. Message discarded.',
  ]),
  ...at('RCPT TO', 'later', `${sisimai}/microsoft.rb`, [
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    "550 5.2.121 Recipient's per hour message receive limit from specific sender exceeded",
    '550 5.2.2 Submission quota exceeded',
  ]),
  ...at('RCPT TO', 'later', bounceHandler, [
    '552 recipient storage full, try again later',
    '551 bounce as<the destination mailbox <reader@example.com> is full> queue as 100.1.ZmxEL.720k',
    '552 Requested mailbox exceeds quota.',
  ]),
  ...at('RCPT TO', 'later', zoneMta, ['550 Too many invalid recipients']),
  ...at('RCPT TO', 'refused', bounceHandler, [
    '550 Relaying denied.',
    '554 <reader@example.com>: Relay access denied',
    '550 relaying to <reader@example.com> prohibited by administrator',
    '550 Unable to relay for reader@example.com',
    '550 5.7.1 Access-Denied-XM.SSR-001',
  ]),
  ...at('RCPT TO', 'refused', 'http://support.rackteam.com/kb/a155/', ['550 Authentication is required']),
  ...at('RCPT TO', 'refused', zoneMta, [
    '550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.1 is blacklisted using SPAMHAUS-XBL. Details: https://www.spamhaus.org/query/ip/192.0.2.1.',
    '554 5.7.1 <reader@example.com>: Recipient address rejected: https://www.spamhaus.org/query/ip/192.0.2.1',
    '550 Email blocked by SPAMHAUS',
    '550 Listed in zen.spamhaus.org. https://www.spamhaus.org/query/ip/192.0.2.1',
    '550 permanent failure for one or more recipients (reader@example.com:blocked)',
    '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)',
    '553 5.3.0 flph825 DNSBL:ATTRBL 521< 192.0.2.1 >_is_blocked.For assistance forward this email to abuse@example.com',
    '550 5.7.1 Unfortunately, messages from [192.0.2.1] were not sent. Please contact your Internet service provider since part of their network is on our block list (S3150).',
  ]),
  ...at('RCPT TO', 'refused', `${sisimai}/microsoft.rb`, [
    '550 5.7.23 The message was rejected because of Sender Policy Framework violation',
    '550 5.1.8 Access denied, bad outbound sender',
    '550 5.7.134 Sender was not authenticated for mailbox',
  ]),
  ...at('RCPT TO', 'address', google, [
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550 5.1.1 unnecessary spaces. Learn more at https://support.google.com/mail/?p=NoSuchUser",
    '550 5.2.1 The email account that you tried to reach is disabled.',
  ]),
  ...at('RCPT TO', 'address', bounceHandler, [
    '550 User (reader@example.com) unknown.',
    '553 5.3.0 <reader@example.com>... Addressee unknown, relay=[192.0.2.1]',
    '550 MAILBOX NOT FOUND',
    '551 <reader@example.com> is a deactivated mailbox',
    '550 <reader@example.com>: Recipient address rejected: No such user (reader@example.com)',
    '550 <reader@example.com>: Recipient address rejected: Account closed due to inactivity. No forwarding information is available.',
    '550 reader@example.com Account Inactive',
    '554 qq Sorry, no valid recipients (#5.1.3)',
    '554 delivery error: dd Sorry your message to reader@example.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta173.mail.tpe.example.com',
  ]),
  ...at('RCPT TO', 'address', 'https://www.postfix.org/postconf.5.html#unknown_relay_recipient_reject_code', [
    '550 5.1.1 <reader@example.com>: Recipient address rejected: User unknown in relay recipient table',
  ]),
  ...at('RCPT TO', 'address', `${sisimai}/microsoft.rb`, [
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  ]),
  ...at('DATA', 'address', 'https://github.com/postalserver/postal/issues/253', [
    "554 delivery error: dd This user doesn't have a yahoo.com account (reader@yahoo.com) [0] - mta1284.mail.bf1.yahoo.com",
  ]),
  ...at('DATA', 'refused', 'https://github.com/postalserver/postal/issues/266', [
    '550-5.7.1 [192.0.2.1 12] Our system has detected that this message is\n550 5.7.1 likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked.',
  ]),
  ...at('DATA', 'refused', `${sisimai}/google.rb`, [
    "550 5.7.26 Unauthenticated email from hcs.example is not accepted due to domain's DMARC policy.",
    "552 5.3.4 Your message exceeded Google's message size limits.",
    '554 5.4.6 Message exceeded 50 hops, this may indicate a mail loop.',
  ]),
];
