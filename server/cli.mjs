import { launch } from './launch.mjs';

await launch('run-command.js');
