/** JSON never begins with this text, so no body is mistaken for a reference. */
const mark = '\u0000large:'

/**
 * The reference that replaces the body of a large answer wherever answers are passed and stored.
 * The sender of the answer reads the body from storage, part by part.
 */
export function referenceTo(id: string): string {
  return `${mark}${id}`
}

/** @returns Id of the large answer that a body refers to; `undefined` if it is not a reference. */
export function referredIn(body: string): string | undefined {
  return body.startsWith(mark) ? body.slice(mark.length) : undefined
}
