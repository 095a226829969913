/** The server over another folder than `dist/`: settings as always, the folder in DIST_DIR. Prints its URL; tells its CPU time when asked. */
import { buildApp } from '#server/app.ts';
import { printableUrl, readConfig } from '#server/config.ts';

const config = readConfig(process.env);
const app = await buildApp(config, { distDir: process.env.DIST_DIR ?? '' });
await app.listen({ host: config.host, port: config.port, listenTextResolver: () => '' });
console.log(printableUrl(config.host, config.port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1_000_000);
});
process.once('disconnect', () => process.exit());
