import { isDumb } from './wants-colour.ts'

/**
 * Whether the terminal shows only ASCII: if the locale names a character set other than UTF-8, and
 * on the Linux console. Without a locale, UTF-8 is assumed.
 */
export function isAscii(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['TERM'] === 'linux' || isDumb(env)) return true
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  return locale !== undefined && locale !== '' && !/utf-?8/i.test(locale)
}

/** Single characters, so that columns stay aligned. */
const replacements: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '…': '~',
  '·': '-',
  '→': '>',
  '←': '<',
  '↓': 'v',
  '↑': '^',
  '•': '.',
  '×': 'x',
  '○': 'o',
  '’': "'",
}

/** Converts a text for a terminal without UTF-8. Other characters become `?`. */
export function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => replacements[character] ?? '?')
}
