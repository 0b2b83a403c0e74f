/**
 * Normalises an SEC filer identifier to its ten digits; `undefined` for any other text.
 *
 * @example cikOf('cik:0000320193') // '0000320193'; so are `CIK0000320193`, `cik 320193`, `320193`
 */
export function cikOf(text: string): string | undefined {
  return /^(?:cik[\s:#-]*)?(\d{1,10})$/i.exec(text.trim())?.[1]?.padStart(10, '0')
}
