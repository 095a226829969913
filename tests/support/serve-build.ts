/** Serves the build in BUILD_DIR with the real server: a deploy is this stopped, and started with another build. */
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';

const config = readConfig(process.env);
const app = await buildApp(config, { distDir: process.env.BUILD_DIR });
process.once('SIGTERM', () => void app.close());
await app.listen({ host: config.host, port: config.port });
console.log(`http://${config.host}:${config.port}`);
