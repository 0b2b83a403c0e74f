/**
 * Whether a JSON text nests deeper than `levelsMax`. Ignores brackets inside strings. Reads each
 * character once.
 */
export function jsonNestsDeeper(text: string, levelsMax: number): boolean {
  let levels = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isString) {
      if (code === backslash) at += 1
      else if (code === quote) isString = false
    } else if (code === quote) isString = true
    else if (code === openBrace || code === openBracket) {
      levels += 1
      if (levels > levelsMax) return true
    } else if (code === closeBrace || code === closeBracket) levels -= 1
  }
  return false
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
