import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';

/** Opens a vacancy, as the company would, on the server with this data folder. */
export async function openVacancy(
  dataDir: string,
  name: string,
  { closesAt = '', type = 'internship' } = {},
): Promise<void> {
  const file = join(dataDir, 'vacancy.md');
  const closing = closesAt && `closesAt: ${closesAt}\n`;
  await writeFile(file, `---\nname: ${name}\ntype: ${type}\n${closing}---\nYou test valves.\n`);
  await runLine(readConfig({ DATA_DIR: dataDir }), 'vacancy', 'open', file);
}
