import { alert } from './hiring/alerts.ts';
import { sayMassAnswer } from './hiring/applications.ts';
import { news } from './hiring/news.ts';
import { receipt } from './hiring/receipt.ts';
import { type Kinds, registerKinds } from './mail/kinds.ts';
import { confirmation, newsletter, test } from './newsletter/newsletter-mail.ts';
import { signInMail } from './office/sign-in-mail.ts';
import { staffNotice } from './office/staff-notice.ts';
import { replyKind } from './replies/reply-mail.ts';

/** For each kind: what the message says, and what its outcome changes. */
export const mailKinds: Kinds = {
  'sign-in': signInMail,
  receipt,
  operator: staffNotice,
  confirm: confirmation,
  test,
  reply: replyKind(sayMassAnswer),
  newsletter,
  alert,
  news,
};

registerKinds(mailKinds);
