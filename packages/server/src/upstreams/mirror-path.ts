import { createHash } from 'node:crypto'

/** Maximum length of a file name made from an address. A longer one ends in its digest instead. */
const nameLengthMax = 200

/**
 * Path of the body of a GET in a mirror: `HOST/PATH`, the query appended with `?` as `%3F` and `/`
 * as `%2F`. Never absolute, never with a `..` segment.
 *
 * @example mirrorPath(new URL('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDP')) //
 * 'fred.stlouisfed.org/graph/fredgraph.csv%3Fid=GDP'
 */
export function mirrorPath(url: URL): string {
  // The URL parser has already resolved dot segments, `%2e%2e` included.
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const last = segments.pop() ?? 'index'
  const query = url.search === '' ? '' : `%3F${url.search.slice(1).replaceAll('/', '%2F')}`
  return [url.hostname, ...segments.map(shortName), shortName(`${last}${query}`)].join('/')
}

/** The digest of a POST's body, by which `index.json` lists its response. */
export function bodyDigest(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

function shortName(name: string): string {
  if (name.length <= nameLengthMax) return name
  return `${name.slice(0, nameLengthMax - 65)}-${bodyDigest(name)}`
}
