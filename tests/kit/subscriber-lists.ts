/**
 * Lists as other programs export them. Nobody of `never` is added by what is preset; `adds`, once a person has said
 * which values mean no (`says`), or that everybody may be written to.
 */
type List = {
  tool: string;
  /** Where its columns or values are documented. */
  source?: string;
  csv: string;
  says: Record<string, string[]>;
  adds: string[];
  never: string[];
};

const [ada, ben, eve] = ['ada@example.com', 'ben@example.com', 'eve@example.com'];

export const lists: List[] = [
  {
    tool: 'Salesforce',
    source: 'https://gist.github.com/the-dvlpr/20ec966eb5a7d9bca10e95f97bf2164c',
    csv: `FirstName,LastName,Email,HasOptedOutOfEmail\nAda,Banda,${ada},0\nBen,Zulu,${ben},1\n`,
    says: { HasOptedOutOfEmail: ['1'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'Wix',
    source: 'https://support.wix.com/en/article/changing-the-subscription-status-of-a-contact',
    csv: `First Name,Email 1,Email subscriber status\nAda,${ada},Subscribed\nBen,${ben},Never subscribed\nEve,${eve},Unsubscribed\n`,
    says: { 'Email subscriber status': ['Never subscribed', 'Unsubscribed'] },
    adds: [ada],
    never: [ben, eve],
  },
  {
    tool: 'Voyado',
    source:
      'https://developer.voyado.com/en/shopify-accelerated-onboarding/importing-opt-out-email-addresses.html',
    csv: `E-mail;acceptsEmail\n${ada};true\n${ben};false\n`,
    says: { acceptsEmail: ['false'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'promio.connect, a list of those who left',
    source: 'https://servicewiki.promio-connect.com/doku.php/en:dataexchange:export_blacklist',
    csv: `"sender_id";"ts";"custID";"mail";"status"\n"11xxx";"2026-01-26 00:06:13";"";"${ben}";"3"\n"11xxx";"2026-01-27 00:06:13";"";"${eve}";"1"\n`,
    says: { status: ['3', '1'] },
    adds: [],
    never: [ben, eve],
  },
  {
    tool: 'coss',
    source: 'https://coss.com/docs/api-reference/contacts/export-contacts.md',
    csv: `email,first_name,last_name,status,created_at,id\n${ada},Ada,Banda,subscribed,2026-01-01,1\n${ben},Ben,Zulu,pending,2026-01-01,2\n${eve},Eve,Phiri,unsubscribed,2026-01-01,3\n`,
    says: { status: ['pending', 'unsubscribed'] },
    adds: [ada],
    never: [ben, eve],
  },
  {
    tool: 'Emailit',
    source: 'https://glama.ai/mcp/connectors/com.emailit/emailit/tools/export-contacts',
    csv: `email,first_name,last_name,unsubscribed,score\n${ada},Ada,Banda,false,7\n${ben},Ben,Zulu,true,0\n`,
    says: { unsubscribed: ['true'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'FreshMail',
    source: 'https://github.com/maciejslawik/freshmail/blob/master/src/Model/Subscriber.php',
    csv: `email,state,status\n${ada},Lusaka,1\n${ben},Ndola,4\n${eve},Ndola,8\n`,
    says: { status: ['4', '8'] },
    adds: [ada],
    never: [ben, eve],
  },
  {
    tool: 'Outlook Business Contact Manager',
    source:
      'https://learn.microsoft.com/en-us/previous-versions/office/developer/office-2007/bb267865(v=office.12)',
    csv: `Full Name,E-mail Address,Do Not Email\nAda Banda,${ada},False\nBen Zulu,${ben},True\n`,
    says: { 'Do Not Email': ['True'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'Dynamics',
    csv: `Full Name,Email,Do not allow Bulk Emails\nAda Banda,${ada},Allow\nBen Zulu,${ben},Do Not Allow\n`,
    says: { 'Do not allow Bulk Emails': ['Do Not Allow'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'HubSpot',
    csv: `First Name,Email,Unsubscribed from all email,Marketing contact status\nAda,${ada},,Marketing contact\nBen,${ben},Yes,Non-marketing contact\n`,
    says: { 'Unsubscribed from all email': ['Yes'], 'Marketing contact status': [] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'EspoCRM',
    csv: `Name,Email,Email Address Is Opted Out\nAda,${ada},0\nBen,${ben},1\n`,
    says: { 'Email Address Is Opted Out': ['1'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'CiviCRM',
    csv: `Display Name,Email,Do Not Email,No Bulk Emails (User Opt Out),On Hold\nAda,${ada},0,0,No\nBen,${ben},0,1,No\nEve,${eve},0,0,On Hold Bounce\n`,
    says: { 'Do Not Email': [], 'No Bulk Emails (User Opt Out)': ['1'], 'On Hold': ['On Hold Bounce'] },
    adds: [ada],
    never: [ben, eve],
  },
  {
    tool: 'Mailtrain',
    csv: `EMAIL,NAME,STATUS\n${ada},Ada,1\n${ben},Ben,2\n`,
    says: { STATUS: ['2'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'a German list',
    csv: `E-Mail;Vorname;Newsletter\n${ada};Ada;Ja\n${ben};Ben;Nein\n`,
    says: { Newsletter: ['Nein'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'a French list',
    csv: `Nom;Courriel;Désabonné le\nAda;${ada};\nBen;${ben};2026-01-01\n`,
    says: { 'Désabonné le': ['2026-01-01'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'a list with a title above the head',
    csv: `Export of 3 July,\nEmail,Note\n${ada},\n${ben},opted out\n`,
    says: { Note: ['opted out'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'two columns with semicolons below a title',
    csv: `Export of 3 July\nE-mail;Active\n${ada};yes\n${ben};no\n`,
    says: { Active: ['no'] },
    adds: [ada],
    never: [ben],
  },
  {
    tool: 'a list with a column of our own people',
    csv: `Contact,Owner email,Email\nAda,sales@hcs.example,${ada}\nBen,sales@hcs.example,${ben}\n`,
    says: {},
    adds: [ada, ben],
    never: ['sales@hcs.example'],
  },
  {
    tool: 'a list with innocent heads',
    csv: `Email,Plot/Block,Bounce rate,Unsubscribe link\n${ada},Block 12,0%,https://x.example/u/1\n`,
    says: {},
    adds: [ada],
    never: [],
  },
];

/** Further programs: Ada may be written to as far as the list says, Ben not. */
export const furtherLists: Record<string, string> = {
  Ghost: `id,email,name,note,subscribed_to_emails,deleted_at\n1,${ada},Ada,,true,\n2,${ben},Ben,,false,\n`,
  Shopify: `First Name,Email,Accepts Email Marketing,Accepts SMS Marketing\nAda,${ada},yes,no\nBen,${ben},no,no\n`,
  Substack: `email,active_subscription,expiry,email_disabled\n${ada},false,,false\n${ben},false,,true\n`,
  listmonk: `email,name,attributes,status\n${ada},Ada,"{""city"": ""Lusaka""}",enabled\n${ben},Ben,{},blocklisted\n`,
  Mailchimp: `Email Address,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_REASON\n${ada},,2026-01-01,,\n${ben},,2026-01-01,2026-02-01,N/A\n`,
  Brevo: `CONTACT ID;EMAIL;FIRSTNAME;BLACKLIST\n1;${ada};Ada;0\n2;${ben};Ben;1\n`,
  beehiiv: `id,email,status,email_name\n1,${ada},active,\n2,${ben},inactive,\n`,
  phpList: `Email;Is this user confirmed;Is this user blacklisted;Bounces\n${ada};1;0;0\n${ben};0;1;3\n`,
  Buttondown: `email_address,type,unsubscription_date\n${ada},regular,\n${ben},unsubscribed,2026\n`,
  MailPoet: `"Email","Global status","List status"\n"${ada}","Subscribed","Subscribed"\n"${ben}","Unsubscribed","Subscribed"\n`,
  Zoho: `Contact Name,Email,Email Opt Out\nAda,${ada},false\nBen,${ben},true\n`,
  Klaviyo: `Email,Email Marketing Consent,Email Suppressions\n${ada},SUBSCRIBED,[]\n${ben},NEVER_SUBSCRIBED,"[""USER_SUPPRESSED""]"\n`,
};
