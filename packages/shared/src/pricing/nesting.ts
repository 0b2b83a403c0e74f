/**
 * Whether brackets of any kind nest deeper than so in JSON or in a query. Who walks such a text goes
 * as deep, until the stack overflows: so it is looked at before anybody does. Brackets inside
 * strings count like the others, which nobody notices whose limit is far above what is of use.
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

const brace = { open: 0x7b, close: 0x7d }
const bracket = { open: 0x5b, close: 0x5d }
const parenthesis = { open: 0x28, close: 0x29 }
