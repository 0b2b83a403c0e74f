/**
 * Whether brackets nest deeper than the maximum, in JSON or in a query. Parsers recurse as deep, up
 * to a stack overflow, so this check runs before parsing. Brackets inside strings also count, which
 * is harmless because the maximum is far above useful depths.
 */
export function nestsDeeper(text: string, levelsMax: number): boolean {
  if (text.length <= levelsMax) return false
  let levels = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === brace.open || code === bracket.open || code === parenthesis.open) {
      levels += 1
      if (levels > levelsMax) return true
    } else if (code === brace.close || code === bracket.close || code === parenthesis.close)
      levels -= 1
  }
  return false
}

/**
 * {@link nestsDeeper} for JSON, ignoring brackets in strings. Otherwise a closing bracket in a
 * string beside each opening one could hide any depth.
 */
export function jsonNestsDeeper(text: string, levelsMax: number): boolean {
  if (text.length <= levelsMax) return false
  let levels = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === brace.open || code === bracket.open) {
      levels += 1
      if (levels > levelsMax) return true
    } else if (code === brace.close || code === bracket.close) levels -= 1
  }
  return false
}

/**
 * Index after the string that begins at `at`; the length of the text if the string is not closed.
 */
function endOfString(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text.charCodeAt(end) !== quote)
    end += text.charCodeAt(end) === backslash ? 2 : 1
  return end
}

const quote = 0x22
const backslash = 0x5c
const brace = { open: 0x7b, close: 0x7d }
const bracket = { open: 0x5b, close: 0x5d }
const parenthesis = { open: 0x28, close: 0x29 }
