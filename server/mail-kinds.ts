import { sayToApplicant } from './applicants/applications.ts';
import { news } from './applicants/news.ts';
import { receipt } from './applicants/receipt.ts';
import { sayToEnquirer } from './enquiries/enquiries.ts';
import { confirmation, newsletter, test } from './newsletter/newsletter-mail.ts';
import { signInMail } from './office/sign-in-mail.ts';
import { staffNotice } from './office/staff-notice.ts';
import { type Kinds, type Limit, registered } from './outgoing/kinds.ts';
import { replyKind } from './replies/reply-mail.ts';
import { alert } from './vacancies/alerts.ts';

/** For each kind: what the message says, and what its outcome changes. */
const mailKinds: Kinds = {
  'sign-in': signInMail,
  receipt,
  operator: staffNotice,
  confirm: confirmation,
  test,
  reply: replyKind({ application: sayToApplicant, enquiry: sayToEnquirer }),
  newsletter,
  alert,
  news,
};

/** A hundred an hour ask the people of a list to confirm. */
const limits: Limit[] = [{ kinds: ['reply', 'newsletter'] }, { kinds: ['confirm'], most: 100 }];

Object.assign(registered, { kinds: mailKinds, limits });
