import { isDumb } from './wants-colour.ts'

/**
 * Can the terminal show ASCII only? So says a locale that names another character set, and the
 * console of Linux. Without any locale it is taken for UTF-8, as terminals are.
 */
export function isAscii(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['TERM'] === 'linux' || isDumb(env)) return true
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  return locale !== undefined && locale !== '' && !/utf-?8/i.test(locale)
}

/** One for one, so that columns stay where they are. */
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

/** A text for a terminal without UTF-8; other characters become `?`. */
export function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => replacements[character] ?? '?')
}
