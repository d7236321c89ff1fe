/** SHA-256 (FIPS 180-4): 32 bytes. */
export declare const sha256: (message: Uint8Array) => Uint8Array;
/** HMAC (RFC 2104) by one of the hashes here. */
export declare const hmac: (
  hash: typeof sha256, key: Uint8Array, message: Uint8Array,
) => Uint8Array;
