/**
 * A ticker as the SEC and Yahoo write it: upper case, share classes by hyphen. Sources write
 * `BRK.B`, `BRK/B` and `brk-b` for one share.
 *
 * @example normalTicker(' brk.b ') // 'BRK-B'
 */
export function normalTicker(ticker: string): string {
  return ticker.trim().toUpperCase().replace(/[./]/g, '-')
}
