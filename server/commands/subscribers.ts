import { asRows, type Command, parsed, rowFormat, withStore } from './command.ts';
import { printRows } from './print-rows.ts';

const usage = 'subscribers [--csv | --json]';

export const subscribers: Command = {
  usage,
  summary: 'list the newsletter subscribers, newest first',
  async run(args, config) {
    const format = rowFormat(parsed(args, usage, [], asRows).values);
    const rows = await withStore(config, ({ db }) =>
      db
        .selectFrom('subscribers')
        .select(['created_at as since', 'name', 'email'])
        .orderBy('created_at', 'desc')
        .execute(),
    );
    return printRows(rows, ['since', 'name', 'email'], format);
  },
};
