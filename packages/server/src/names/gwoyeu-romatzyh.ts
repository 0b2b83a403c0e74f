/** Initials of pinyin that this system spells otherwise. */
const initials: Readonly<Record<string, string>> = {
  zh: 'j',
  q: 'ch',
  x: 'sh',
  z: 'tz',
  c: 'ts',
}

/**
 * Spellings of a pinyin syllable in Gwoyeu Romatzyh, which was official in Taiwan until 1986 and
 * survives in the names of people. It spells the four tones; pinyin without marks has none, so all
 * four are returned. Empty for a syllable without an initial, which people spell by other systems.
 *
 * @example gwoyeuRomatzyh('jiu') // ['jiou', 'jyou', 'jeou', 'jiow']
 */
export function gwoyeuRomatzyh(pinyin: string): readonly string[] {
  const [, initial = '', rest = ''] = /^([zcs]h|[bpmfdtnlgkhjqxrzcs])([a-z]+)$/.exec(pinyin) ?? []
  if (initial === '') return []
  const final = finalOf(initial, rest)
  return [final, rising(final), dipping(final), falling(final)].map(
    (spelled) => (initials[initial] ?? initial) + spelled,
  )
}

/** The final in the first tone. */
function finalOf(initial: string, final: string): string {
  if (final === 'i' && /^(?:[zcs]h?|r)$/.test(initial)) return 'y'
  const rounded = /^[jqx]$/.test(initial) ? final.replace(/^u/, 'iu') : final
  return rounded
    .replace(/^iu$/, /^u/.test(final) ? 'iu' : 'iou')
    .replace(/^ui$/, 'uei')
    .replace(/^un$/, 'uen')
    .replace(/ao$/, 'au')
}

function rising(final: string): string {
  if (/^(?:i|u)$/.test(final)) return final === 'i' ? 'yi' : 'wu'
  if (/^[iu]/.test(final)) return final.replace(/^i/, 'y').replace(/^u/, 'w')
  return final.replace(/(n|ng)?$/, 'r$1')
}

function dipping(final: string): string {
  if (/^(?:ie|uo)$/.test(final)) return `${final}${final.at(-1)}`
  if (/^[iu][aeou]/.test(final)) return final.replace(/^i/, 'e').replace(/^u/, 'o')
  if (/[ae]i$|[ao]u$/.test(final))
    return final
      .replace(/ai$/, 'ae')
      .replace(/au$/, 'ao')
      .replace(/^ei$/, 'eei')
      .replace(/^ou$/, 'oou')
  return final.replace(/^[aeiouy]/, '$&$&')
}

function falling(final: string): string {
  if (/ng$/.test(final)) return final.replace(/g$/, 'q')
  if (/n$/.test(final)) return `${final}n`
  if (/[ae]i$/.test(final)) return final.replace(/i$/, 'y')
  return /[ao]u$/.test(final) ? final.replace(/u$/, 'w') : `${final}h`
}
