import { notYet, type Tables } from '../store/schema.ts';
import { asRows, type Command, parsed, rowFormat, withStore } from './command.ts';
import { printRows } from './print-rows.ts';

const usage = 'articles [--csv | --json]';

export const articles: Command = {
  usage,
  summary: 'list the press releases and blog posts with their ids and states, newest first',
  details: ['The states: published; scheduled (its date is to come); draft; unpublished.'],
  async run(args, config) {
    const format = rowFormat(parsed(args, usage, [], asRows).values);
    const rows = await withStore(config, ({ db }) =>
      db
        .selectFrom('media')
        .select(['created_at as date', 'kind as type', 'id', 'title', 'priority'])
        .select(['hidden_at', 'visible_from'])
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),
    );
    return printRows(
      rows.map(({ date, type, id, title, priority, ...row }) => ({
        date,
        type,
        state: stateOf(row),
        id,
        title,
        featured: priority === null ? '' : `${priority + 1}`,
      })),
      ['date', 'type', 'state', 'id', 'title', 'featured'],
      format,
    );
  },
};

export type ArticleState = 'published' | 'scheduled' | 'draft' | 'unpublished';

export function stateOf(row: Pick<Tables['media'], 'hidden_at' | 'visible_from'>): ArticleState {
  if (row.hidden_at !== null) return 'unpublished';
  if (row.visible_from === notYet) return 'draft';
  return row.visible_from !== null && row.visible_from > new Date().toISOString() ? 'scheduled' : 'published';
}
