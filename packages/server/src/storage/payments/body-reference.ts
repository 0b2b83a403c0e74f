/** No JSON begins with it, so no body is mistaken for a reference. */
const mark = '\u0000large:'

/**
 * Replaces the body of a large answer wherever answers are passed and stored. The sender of the
 * answer reads the body from the store, part by part.
 */
export function referenceTo(id: string): string {
  return `${mark}${id}`
}

/** @returns Id of the large answer that a body refers to; `undefined` for a body of its own. */
export function referredIn(body: string): string | undefined {
  return body.startsWith(mark) ? body.slice(mark.length) : undefined
}
