/** A shortened transaction or address. @example '0x5eeca8ac…3a063d' */
export function shortHash(hash: string): string {
  return hash.length <= 18 ? hash : `${hash.slice(0, 10)}…${hash.slice(-6)}`
}
