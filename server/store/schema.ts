/** Times are ISO 8601 text in UTC, so that they sort the same in every database. */
export type Tables = {
  media: {
    id: string;
    kind: 'press' | 'blog';
    title: string;
    image: string | null;
    /** HTML. */
    body: string;
    created_at: string;
    /** Place among the featured items, counted from 0. */
    priority: number | null;
    hidden_at: string | null;
  };
  vacancies: {
    id: string;
    name: string;
    type: string;
    /** HTML. */
    body: string;
    created_at: string;
    closed_at: string | null;
  };
  applications: {
    id: string;
    job: string;
    name: string;
    email: string;
    mobile: string;
    description: string;
    profile: string;
    created_at: string;
    request_key: string;
    /** 1: its honeypot was filled. */
    flagged: number;
  };
  subscribers: {
    /** Lower-case address: one subscriber, however it is typed. */
    email_key: string;
    email: string;
    name: string;
    created_at: string;
    request_key: string;
    /** 1: the honeypot was filled each time. */
    flagged: number;
  };
  /** The first answer to each write, for its repeats. Holds no personal data. */
  answers: {
    request_key: string;
    call: string;
    /** Hash of what was sent; null matches anything, after the sender's data were deleted. */
    fingerprint: string | null;
    /** Null while the first request is still on its way to a provider. */
    status: number | null;
    body: string;
    created_at: string;
  };
  files: { name: string; type: string; bytes: Uint8Array; created_at: string };
  facts: { name: string; value: string };
};
