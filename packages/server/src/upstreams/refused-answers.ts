/**
 * Status 200 may carry an answer that its parser refuses, and caches must not give it again: the
 * upstream may have recovered long before its time is up. Caches and parsers know each other only
 * by the address object of the request, which goes from one to the other.
 */
const drops = new WeakMap<URL, () => void>()

/** What to do should the answer to this very request be refused. */
export function whenRefused(url: URL, drop: () => void): void {
  drops.set(url, drop)
}

/** Drops the answer to this very request, wherever it is kept. */
export function dropAnswer(url: URL): void {
  drops.get(url)?.()
}
