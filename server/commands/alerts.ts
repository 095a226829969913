import { erase } from '../store/erasure.ts';
import { command, group, listing, UsageError, withStore } from './command.ts';

const hosts = listing({
  name: 'alert hosts',
  summary:
    'list the hosts that alerts go to, with the number of addresses and of those that were ever reached',
  async run(_, config) {
    const addresses = await withStore(config, ({ db }) =>
      db.selectFrom('alerts').select(['endpoint', 'reached_at']).execute(),
    );
    const byHost = new Map<string, typeof addresses>();
    for (const address of addresses) {
      const host = new URL(address.endpoint).hostname;
      const there = byHost.get(host);
      if (there === undefined) byHost.set(host, [address]);
      else there.push(address);
    }
    const rows = [...byHost].map(([host, all]) => ({
      host,
      addresses: String(all.length),
      reached: String(all.filter(({ reached_at }) => reached_at !== null).length),
    }));
    return {
      rows: rows.sort((one, other) => Number(other.addresses) - Number(one.addresses)),
      columns: ['host', 'addresses', 'reached'],
    };
  },
});

const remove = command({
  name: 'alert remove',
  words: ['HOST'],
  summary: 'delete all addresses at a host and below it; whose browser still visits the site gives it again',
  async run({ words: [word = ''] }, config) {
    const host = word.toLowerCase();
    const removed = await withStore(config, (store) =>
      erase(store, async (trx) => {
        const all = await trx.selectFrom('alerts').select('endpoint').execute();
        const there = all.filter(({ endpoint }) => `.${new URL(endpoint).hostname}`.endsWith(`.${host}`));
        if (there.length === 0) throw new UsageError(`No address is at "${word}"; "alert hosts" lists all.`);
        for (const { endpoint } of there)
          await trx.deleteFrom('alerts').where('endpoint', '=', endpoint).execute();
        return there.length;
      }),
    );
    return { text: `Deleted: ${removed} address(es).`, data: { removed } };
  },
});

export const alert = group('alert', [hosts, remove]);
