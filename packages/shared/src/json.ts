/** An object of JSON whose members are not checked. */
export type Json = Readonly<Record<string, unknown>>

/** The media type of JSON in UTF-8. A body in another charset would be decoded wrongly. */
export const jsonInUtf8 =
  /^application\/json\s*(?:$|;(?!.*charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))))/i

/** The value of a JSON text; `undefined` for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** JSON with each `bigint` as decimal text. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  )
}

/** Whether a JSON value is an object: neither an array nor `null`. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
