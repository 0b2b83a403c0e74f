/**
 * Whether brackets nest deeper than the maximum, in JSON or in a query. A parser recurses as deep,
 * until the stack overflows, so this check runs before parsing. Brackets inside strings count too,
 * which is harmless because the maximum is far above useful depths.
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
 * The same for JSON alone, where brackets in strings do not count: a string of closing brackets
 * beside each opening one would hide any depth.
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

/** Where the string ends that begins at `at`; the end of the text where it does not. */
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
