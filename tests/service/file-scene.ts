import { partBytes, partType, uploadHeader } from '#src/contract/attachments.ts';

import { type Chosen, entryOf } from '../kit/file.ts';
import { answered, type TestApp } from './store.ts';

/** What a visitor's device sends after the text. */
export function sender({ app, apply, post }: TestApp) {
  const call = (method: 'GET' | 'PUT', path: string, token: string, more: object = {}) =>
    app.inject({ method, url: `/connect/v1/files/${path}`, headers: { [uploadHeader]: token }, ...more });
  const put = (
    file: Chosen,
    n: number,
    token: string,
    headers: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
  ) =>
    call('PUT', `${file.sha256}/${n}`, token, {
      payload: file.bytes.subarray(n * partBytes, (n + 1) * partBytes),
      headers: { 'content-type': partType, [uploadHeader]: token, ...headers },
      remoteAddress,
    });
  return {
    call,
    put,
    ask: (file: Chosen, token: string) => call('GET', file.sha256, token),
    /** Applies with these files. Returns the token. */
    async applied(files: Chosen[], changes: object = {}, headers?: Record<string, string>) {
      const answer = await answered(201, apply({ files: files.map(entryOf), ...changes }, headers));
      return answer.json<{ upload: string; secret: string }>();
    },
    async asked(files: Chosen[], fields: object) {
      const answer = await answered(201, post('enquiry', { ...fields, files: files.map(entryOf) }));
      return answer.json<{ upload: string }>().upload;
    },
    /** Sends all parts. Returns the last response. */
    async sent(file: Chosen, token: string) {
      let last = await put(file, 0, token);
      for (let n = 1; n * partBytes < file.size; n += 1) last = await put(file, n, token);
      return last;
    },
  };
}
