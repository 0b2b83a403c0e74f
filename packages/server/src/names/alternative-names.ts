import { foldText } from './fold-text.ts'

/** Splits a listed name at `/`: `AL-QA'IDA/ISLAMIC ARMY` gives the whole name and each part. */
export function alternativeNames(text: string): string[] {
  const parts = text.split('/').filter((part) => foldText(part).length > 3)
  return [...(parts.length > 1 ? [text, ...parts] : [text]), ...inEachScript(text)]
}

const mixed = /^([^()]+)\(([^()]+)\)\s*$/
const latinLetter = /\p{Script=Latin}/u
const otherLetter = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** Splits a name in two scripts: `Jin Tiesan (金铁三)` gives both. Empty for a name in one script. */
export function inEachScript(text: string): string[] {
  const [, outside, inside] = mixed.exec(text) ?? []
  if (outside === undefined || inside === undefined) return []
  const scripts = [outside, inside].map((part) => latinLetter.test(part) && !otherLetter.test(part))
  return scripts[0] !== scripts[1] ? [outside.trim(), inside.trim()] : []
}
