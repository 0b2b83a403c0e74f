/**
 * Functions that drop a refused response from the caches, because the upstream may recover long
 * before the response expires. The URL object of the request connects a cache with a parser.
 */
const drops = new WeakMap<URL, () => void>()

/** Registers `drop`, to be called if a parser refuses the response to this request. */
export function whenRefused(url: URL, drop: () => void): void {
  drops.set(url, drop)
}

/** Drops the response to this request from every cache. */
export function dropAnswer(url: URL): void {
  drops.get(url)?.()
}
