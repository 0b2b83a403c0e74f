import { dayMs } from './sessions.ts'

/** `count` invented items. Number 0 is the newest. */
export const times = <item>(count: number, make: (index: number) => item): item[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Time of the item with this number, one in `days` days; milliseconds since 1970. */
export const back = (index: number, days: number, now: number): number =>
  now - (index * days + 1) * dayMs

export const iso = (ms: number): string => new Date(ms).toISOString()
export const day = (ms: number): string => iso(ms).slice(0, 10)
