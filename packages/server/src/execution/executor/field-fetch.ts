import type { Place } from './place.ts'

/**
 * A resolver in two steps, stored as the property `fetching` of the resolver. The executor awaits
 * the fetch once and then converts its result; a plain resolver needs one more promise.
 */
export type FieldFetch = {
  fetch(source: unknown, args: Readonly<Record<string, unknown>>, context: unknown): unknown
  /**
   * @param prev - Place of the enclosing object.
   * @param page - The requested page, if the rate of the field names its limit.
   * @throws The error of the field.
   */
  receive(
    answer: unknown,
    context: unknown,
    prev: Pick<Place, 'prev' | 'key'> | undefined,
    key: string | number,
    page: Page | undefined,
  ): unknown
}

/** The bounds of a list. */
export type Page = {
  limit: number
  /** Items to skip; `undefined` if the field has no such argument. */
  offset: number | undefined
}
