import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from './test-app.ts';

export const article = `---
type: press
title: Röntgen für Leiterplatten
date: 2026-11-20T12:00:00Z
image: board.png
featured: 1
---
## A *new* machine

![The machine](pictures/machine.svg) and ![ours](/images/ours.svg)
`;

/** A file as the operator writes it, with the pictures beside it; gives its path. */
export function writeArticle(text = article): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'pictures'));
  writeFileSync(join(folder, 'board.png'), 'PNG');
  writeFileSync(join(folder, 'pictures', 'machine.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'article.md'), text);
  return join(folder, 'article.md');
}
