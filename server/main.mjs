import { launch } from './launch.mjs';

await launch('serve.js');
