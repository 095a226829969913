declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Encrypted content encoding for HTTP, RFC 8188; `authSecret` is base64url. */
  export function decrypt(
    body: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
