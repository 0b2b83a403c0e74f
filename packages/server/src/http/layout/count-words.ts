/** @example grouped(1200) // '1,200' */
export function grouped(count: number | bigint): string {
  return count.toLocaleString('en-US')
}

/** A count with its noun. @example counted(1, 'query', 'queries') // '1 query' */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
