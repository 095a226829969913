import { serverPrefixes } from '#src/server-paths.ts';

const { office, preview, confirm, unsubscribe } = serverPrefixes;

/** The company's own pages, rendered by the server and ignored by the worker. */
export const officePaths = {
  home: office,
  seen: `${office}/seen`,
  again: `${office}/again`,
  cameBack: `${office}/came-back`,
  signIn: `${office}/sign-in`,
  signOut: `${office}/sign-out`,
  enter: (token: string) => `${office}/enter/${token}`,
  access: `${office}/access`,
  applications: `${office}/applications`,
  applicationsCsv: `${office}/applications.csv`,
  application: (id: string) => `${office}/applications/${id}`,
  /** `path`: of an application or enquiry. */
  sender: (path: string) => `${path}/person`,
  enquiries: `${office}/enquiries`,
  enquiriesCsv: `${office}/enquiries.csv`,
  enquiry: (id: string) => `${office}/enquiries/${id}`,
  vacancies: `${office}/vacancies`,
  vacancy: (id: string) => `${office}/vacancies/${id}`,
  articles: `${office}/articles`,
  article: (id: string) => `${office}/articles/${id}`,
  publish: (id: string) => `${office}/articles/${id}/publish`,
  newsletters: `${office}/newsletter`,
  newsletter: (id: string) => `${office}/newsletter/${id}`,
  newsletterEmail: (id: string) => `${office}/newsletter/${id}/email`,
  newsletterSend: (id: string) => `${office}/newsletter/${id}/send`,
  subscribers: `${office}/subscribers`,
  addresses: `${office}/subscribers/addresses`,
  missedBy: (newsletter: string) => `${office}/subscribers?missed=${newsletter}`,
  people: `${office}/people`,
  invitation: (id: string) => `${office}/people/invitations/${id}`,
  person: (id: string) => `${office}/people/${id}`,
  log: `${office}/log`,
  files: `${office}/files`,
  preview: (token: string) => `${preview}/${token}`,
  confirm: (token: string) => `${confirm}/${token}`,
  unsubscribe: (token: string) => `${unsubscribe}/${token}`,
} as const;
