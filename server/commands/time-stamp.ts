/** For names of files and schemas: such as 20261121T183000123Z, in the order of time when sorted. */
export function timeStamp(): string {
  return new Date().toISOString().replace(/[-:.]/g, '');
}
