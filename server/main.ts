import { launch } from './launch.ts';

await launch('serve.js');
