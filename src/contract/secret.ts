/** Whether it may be an application's secret: the browser refuses other characters in a header, and addresses change them. */
export function isSecret(text: string): boolean {
  return /^[\w-]{16,200}$/.test(text);
}
