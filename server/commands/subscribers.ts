import { type Command, rowFormat, withStore } from './command.ts';
import { markOf, printRows } from './print-rows.ts';

const usage = 'subscribers [--csv | --json]';

export const subscribers: Command = {
  usage,
  summary: 'list the newsletter subscribers, newest first',
  async run(args, config) {
    const format = rowFormat(args, usage);
    const rows = await withStore(config, ({ db }) =>
      db
        .selectFrom('subscribers')
        .select(['created_at as since', 'name', 'email', 'flagged'])
        .orderBy('created_at', 'desc')
        .execute(),
    );
    return printRows(
      rows.map(({ flagged, ...row }) => ({ ...row, mark: markOf(flagged) })),
      ['since', 'name', 'email', 'mark'],
      format,
    );
  },
};
