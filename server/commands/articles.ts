import { type Command, rowFormat, withStore } from './command.ts';
import { printRows } from './print-rows.ts';

const usage = 'articles [--csv | --json]';

export const articles: Command = {
  usage,
  summary: 'list the published press releases and blog posts with their ids, newest first',
  async run(args, config) {
    const format = rowFormat(args, usage);
    const rows = await withStore(config, ({ db }) =>
      db
        .selectFrom('media')
        .select(['created_at as date', 'kind as type', 'id', 'title', 'priority'])
        .where('hidden_at', 'is', null)
        .orderBy('created_at', 'desc')
        .execute(),
    );
    return printRows(
      rows.map(({ priority, ...row }) => ({ ...row, featured: priority === null ? '' : `${priority + 1}` })),
      ['date', 'type', 'id', 'title', 'featured'],
      format,
    );
  },
};
