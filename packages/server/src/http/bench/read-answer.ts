import { isObject, type Json } from '@fiq/shared/json'

/** The object at a path of keys and indices; an empty one if there is none. */
export function objectAt(value: unknown, ...keys: readonly (string | number)[]): Json {
  const found = valueAt(value, ...keys)
  return isObject(found) ? found : {}
}

/** The list at a path; an empty one if there is none. */
export function listAt(value: unknown, ...keys: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...keys)
  return Array.isArray(found) ? found : []
}

/** The finite number at a path; `undefined` if there is none. */
export function numberAt(
  value: unknown,
  ...keys: readonly (string | number)[]
): number | undefined {
  const found = valueAt(value, ...keys)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** The text at a path; `undefined` if there is none. */
export function textAt(value: unknown, ...keys: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, ...keys)
  return typeof found === 'string' ? found : undefined
}

function valueAt(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Json)[key] : undefined),
    value,
  )
}

/** The source of a value, as an answer states it. */
export type Cited = {
  path: string
  source: string
  asOf: string | null
  retrievedAt: string
  licence: string
  isSandbox: boolean
}

/** `extensions.sources` of an answer. */
export function citedIn(body: unknown): readonly Cited[] {
  return listAt(body, 'extensions', 'sources').flatMap((each) => {
    const [path, source] = [textAt(each, 'path'), textAt(each, 'source')]
    const retrievedAt = textAt(each, 'retrievedAt')
    if (path === undefined || source === undefined || retrievedAt === undefined) return []
    const [asOf = null, licence = ''] = [textAt(each, 'asOf'), textAt(each, 'licence')]
    const isSandbox = textAt(each, 'mode') === 'sandbox'
    return [{ path, source, asOf, retrievedAt, licence, isSandbox }]
  })
}
