import { markContentChanged } from '../store/content-version.ts';
import { answered, asJson, type Command, parsed, UsageError, withStore } from './command.ts';
import { dropPictures } from './pictures.ts';

const usage = 'unpublish ID';

export const unpublish: Command = {
  usage,
  summary: 'take an article off the site, with its pictures; publishing it again brings it back',
  async run(args, config) {
    const { values, words } = parsed(args, usage, ['ID'], asJson);
    const [id = ''] = words;
    return withStore(config, (store) =>
      store.write(async (trx) => {
        const hidden = await trx
          .updateTable('media')
          .set({ hidden_at: new Date().toISOString() })
          .where('id', '=', id)
          .where('hidden_at', 'is', null)
          .returning(['title', 'body', 'image'])
          .executeTakeFirst();
        if (hidden === undefined)
          throw new UsageError(`No article with the id "${id}" is published; "articles" lists them.`);
        await dropPictures(trx, hidden.body, hidden.image);
        await markContentChanged(trx);
        return answered(values.json, `"${hidden.title}" is off the site.`, { id, state: 'unpublished' });
      }),
    );
  },
};
