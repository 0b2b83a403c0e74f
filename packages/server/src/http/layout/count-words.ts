/** @example grouped(1200) // '1,200' */
export function grouped(count: number | bigint): string {
  return count.toLocaleString('en-US')
}

/** A count with its noun. @example counted(1, 'query', 'queries') // '1 query' */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** The time of an ISO 8601 instant, UTC. @example clockText('2026-11-21T16:45:03.123Z') // '2026-11-21 16:45:03' */
export function clockText(iso: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(iso) ? iso.slice(0, 19).replace('T', ' ') : iso
}
