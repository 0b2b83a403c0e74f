/** Meaning of a piece of text. Colour only repeats it. */
export type Tone = 'up' | 'down' | 'dim' | 'bold' | 'warn' | 'error'

/**
 * From the 240 colours that are equal in every terminal, only those readable on dark and light
 * backgrounds. Of the sixteen that terminals define themselves, green is too light on white in
 * many. So the terminal's background need not be queried, which many answer late or never.
 */
const codes: Record<Tone, readonly [open: string, close: string]> = {
  up: ['38;5;28', '39'],
  down: ['38;5;167', '39'],
  dim: ['2', '22'],
  bold: ['1', '22'],
  warn: ['38;5;133', '39'],
  error: ['38;5;167', '39'],
}

/** Colours a text, or returns it unchanged. */
export function paint(text: string, tone: Tone | undefined, colour: boolean): string {
  if (!colour || tone === undefined || text === '') return text
  const [open, close] = codes[tone]
  return `\u001b[${open}m${text}\u001b[${close}m`
}

/** Removes the codes that {@link paint} added. */
export function unpainted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
  return text.replace(/\u001b\[[\d;]+m/g, '')
}
