/** What a piece of text means; the colour is only a repetition of it. */
export type Tone = 'up' | 'down' | 'dim' | 'bold' | 'warn' | 'error'

/**
 * Of the 240 colours that are the same in every terminal, and only what is read on a dark and on a
 * light ground: of the sixteen that each terminal has its own of, green is too light for white in
 * many. So nobody need ask the terminal what its ground is, which many answer late or never.
 */
const codes: Record<Tone, readonly [open: string, close: string]> = {
  up: ['38;5;28', '39'],
  down: ['38;5;167', '39'],
  dim: ['2', '22'],
  bold: ['1', '22'],
  warn: ['38;5;133', '39'],
  error: ['38;5;167', '39'],
}

/** Colours a text, or leaves it as it is. */
export function paint(text: string, tone: Tone | undefined, colour: boolean): string {
  if (!colour || tone === undefined || text === '') return text
  const [open, close] = codes[tone]
  return `\u001b[${open}m${text}\u001b[${close}m`
}

/** The text without what {@link paint} has added. */
export function unpainted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
  return text.replace(/\u001b\[[\d;]+m/g, '')
}
