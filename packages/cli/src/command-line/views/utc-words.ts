/** @example utcWords('2026-11-22T05:02:03.193Z') // '2026-11-22 05:02:03 UTC' */
export function utcWords(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
