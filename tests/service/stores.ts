import { type Cluster, startPostgres } from '../support/postgres.ts';

/** A store under test: the settings that make the server use a new, empty one. */
export type TestStore = {
  name: string;
  /** `skip` is called with the reason where the store cannot be had. */
  settings(skip: (reason: string) => never): Promise<Record<string, string>>;
};

let cluster: Promise<Cluster | string> | undefined;

export const postgresStore: TestStore = {
  name: 'PostgreSQL',
  async settings(skip) {
    cluster ??= startPostgres();
    const running = await cluster;
    if (typeof running !== 'string') return { DATABASE_URL: await running.newDatabase() };
    console.warn(running);
    return skip(running);
  },
};

/** The same tests run over both; one PostgreSQL serves all files of a process, and ends with it. */
export const stores: TestStore[] = [{ name: 'SQLite', settings: async () => ({}) }, postgresStore];
