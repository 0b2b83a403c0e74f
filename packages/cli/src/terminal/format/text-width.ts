/** Columns of a text on a terminal: two for wide characters, none for combining marks. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const each of graphemesOf(text)) width += graphemeWidth(each)
  return width
}

/** Cuts a text to this many columns. A cut text ends in `…`. */
export function truncate(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  if (columns < 1) return ''
  let fitting = ''
  let width = 0
  for (const each of graphemesOf(text)) {
    width += graphemeWidth(each)
    if (width > columns - 1) break
    fitting += each
  }
  return `${fitting.trimEnd()}…`
}

/** Pads a text with spaces to this many columns. */
export function pad(text: string, columns: number, align: 'left' | 'right'): string {
  const fill = ' '.repeat(Math.max(0, columns - textWidth(text)))
  return align === 'left' ? text + fill : fill + text
}

/** Breaks a text into lines at spaces. A word longer than a line stays whole. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** East Asian Wide and Fullwidth characters, and pictographs: the blocks that occur in names. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

/** Characters that join others to one: joiners, flags, skin tones. Marks join in any case. */
const joined = /[\u200d\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/u
let segmenter: Intl.Segmenter | undefined

/** The characters of a text as a reader sees them. The segmentation is slow to start. */
function graphemesOf(text: string): Iterable<string> {
  if (!joined.test(text)) return text.match(/.\p{M}*/gsu) ?? []
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** A pictograph, and all that joins it, takes two columns: flags, skin tones, families. */
const pictograph = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u

/** Width of what a reader sees as one character. */
function graphemeWidth(grapheme: string): number {
  if (pictograph.test(grapheme)) return 2
  let width = 0
  for (const character of grapheme) width += characterWidth(character)
  return width
}

/** Characters without a width of their own: marks, joiners, vowels and finals of Hangul. */
const joining = /[\p{M}\p{Cf}\u1160-\u11ff\ud7b0-\ud7fb]/u

function characterWidth(character: string): number {
  if (joining.test(character)) return 0
  return wide.test(character) ? 2 : 1
}
