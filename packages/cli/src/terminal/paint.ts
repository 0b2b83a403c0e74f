/** What a piece of text means; the colour is only a repetition of it. */
export type Tone = 'up' | 'down' | 'dim' | 'bold' | 'warn' | 'error'

/**
 * Of the terminal's own palette, and only what is read on a dark and on a light ground: no yellow.
 * So nobody need ask the terminal what its ground is, which many answer late or never.
 */
const codes: Record<Tone, readonly [open: number, close: number]> = {
  up: [32, 39],
  down: [31, 39],
  dim: [2, 22],
  bold: [1, 22],
  warn: [35, 39],
  error: [31, 39],
}

/** Colours a text, or leaves it as it is. */
export function paint(text: string, tone: Tone | undefined, colour: boolean): string {
  if (!colour || tone === undefined || text === '') return text
  const [open, close] = codes[tone]
  return `\u001b[${open}m${text}\u001b[${close}m`
}
