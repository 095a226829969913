import { launch } from './launch.ts';

await launch('run-command.js');
