import { markContentChanged } from '../store/content-version.ts';
import { type Command, UsageError, withStore, words } from './command.ts';

const usage = 'unpublish ID';

export const unpublish: Command = {
  usage,
  summary: 'take an article off the site; publishing it again brings it back',
  async run(args, config) {
    const [id = ''] = words(args, usage, ['ID']);
    return withStore(config, (store) =>
      store.write(async (trx) => {
        const hidden = await trx
          .updateTable('media')
          .set({ hidden_at: new Date().toISOString() })
          .where('id', '=', id)
          .where('hidden_at', 'is', null)
          .returning('title')
          .executeTakeFirst();
        if (hidden === undefined)
          throw new UsageError(`No article with the id "${id}" is published; "articles" lists them.`);
        await markContentChanged(trx);
        return `"${hidden.title}" is off the site.`;
      }),
    );
  },
};
