/** Adobe's package has no types. */
declare module '@adobe/structured-data-validator' {
  type Issue = { issueMessage: string; severity: 'ERROR' | 'WARNING' };
  class Validator {
    validate(found: { jsonld: Record<string, object[]> }): Promise<Issue[]>;
  }

  export { Validator as default };
}
