import type { Locator, Page } from '@playwright/test';

import { filesWords } from '#src/content/attachments.ts';
import { partBytes } from '#src/contract/attachments.ts';
import { optionalLabel } from '#src/words/forms.ts';

import { fileOf } from '../kit/file.ts';

/** A PDF of three parts and a bit; its content depends on `seed`. */
export function cv(seed = 'a', size = 3 * partBytes + 10) {
  const { bytes: buffer, sha256 } = fileOf(size, { seed });
  return { name: 'CV Mutinta.pdf', mimeType: 'application/pdf', buffer, sha256 };
}

export const fileField = (within: Page | Locator, kind: 'apply' | 'enquiry' = 'apply') =>
  within.getByLabel(optionalLabel(filesWords.labels[kind]), { exact: true });
