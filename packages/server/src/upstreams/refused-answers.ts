/**
 * Functions that drop a refused answer from the caches, since the upstream may recover long before
 * the answer expires. The address object of the request connects a cache with a parser.
 */
const drops = new WeakMap<URL, () => void>()

/** Registers `drop` for the case that a parser refuses the answer to this request. */
export function whenRefused(url: URL, drop: () => void): void {
  drops.set(url, drop)
}

/** Drops the answer to this request from every cache. */
export function dropAnswer(url: URL): void {
  drops.get(url)?.()
}
