import { cantoneseReading } from './cantonese-readings.ts'

/** Initials of Jyutping that Hong Kong spells otherwise. */
const initials: Readonly<Record<string, readonly string[]>> = {
  b: ['p', 'b'],
  d: ['t', 'd'],
  g: ['k', 'g'],
  gw: ['kw', 'gw', 'k'],
  kw: ['kw', 'k'],
  z: ['ch', 'ts', 'j', 'tz'],
  c: ['ch', 'ts'],
  s: ['s', 'sh'],
  j: ['y', ''],
  ng: ['ng', ''],
}

/** Finals of Jyutping with their spellings in Hong Kong, the most usual first. */
const finals: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  `aa:a,ah aai:ai aau:au aam:am aan:an aang:ang aap:ap aat:at aak:ak ai:ai au:au am:am,um an:an,un,en
   ang:ang ap:ap at:at ak:ak e:e,eh ei:ei,ee,i,ay,e eng:eng,ing ek:ek,ik i:i,ee,e,y iu:iu,ue im:im in:in
   ing:ing ip:ip it:it ik:ik o:o,or oi:oi,oy on:on ong:ong ot:ot ok:ok ou:o,ou,oo oe:eu,oe oeng:eung,oeng
   oek:euk,eok eoi:ui,eui,oi eon:un,eun eot:ut,eut u:u,oo ui:ui,oi un:un,oon ung:ung ut:ut,oot uk:uk,ok
   yu:yu,ue,u,y,ui yun:uen,yuen,un yut:uet,yuet,ut m:ng,m ng:ng`
    .split(/\s+/)
    .map((row) => row.split(':'))
    .map(([final = '', spellings = '']) => [final, spellings.split(',')]),
)

/**
 * Spellings of a Jyutping syllable by the usual rules of Hong Kong, the most usual first.
 *
 * @example hongKongSpellings('gwok') // ['kwok', 'gwok', 'kok']
 */
export function hongKongSpellings(jyutping: string): readonly string[] {
  const [, initial = '', final = ''] =
    /^(gw|kw|ng(?=.)|[bpmfdtnlgkhwzcsj]?(?=.))(.+)$/.exec(jyutping) ?? []
  const spelled = (initials[initial] ?? [initial]).flatMap((one) =>
    (finals[final] ?? [final]).map((two) => joined(one, two)),
  )
  return [...new Set(spelled)]
}

/** `Yuen`, not `Yyuen`; `Ip` and `Yip`, but never an empty initial before another vowel. */
function joined(initial: string, final: string): string {
  if (initial === 'y' && final.startsWith('y')) return final
  return initial + final
}

/** Spellings of each character of a Chinese name in Hong Kong; `undefined` with a rare character. */
export function cantoneseSpellings(native: string): (readonly string[])[] | undefined {
  const spelled = [...native].map((character) => cantoneseReading(character))
  if (spelled.includes(undefined)) return undefined
  return spelled.map((reading) => hongKongSpellings(reading!))
}
