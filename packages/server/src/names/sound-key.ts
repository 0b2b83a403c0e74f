/** Spellings of one sound, longest first. They are replaced before single letters. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/shch|sch|sh|zh|tch|ch|cz|sz|ts|tz|dzh|dj/g, 's'],
  [/kh|ck|qu/g, 'k'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/[cqx]/g, 'k'],
  [/[zj]/g, 's'],
  [/[wf]/g, 'v'],
]

/**
 * Consonant skeleton of a folded word: words that sound alike across spellings and scripts share
 * it. Vowels, `h`, `y` and doubled letters are dropped; a leading vowel becomes `a`.
 *
 * @example soundKey('muhammad') === soundKey('mohamed') // 'mmd'
 */
export function soundKey(word: string): string {
  let key = word
  for (const [pattern, sound] of spellings) key = key.replace(pattern, sound)
  const lead = /^[aeiouyh]*[aeiou]/.test(word) ? 'a' : ''
  return lead + key.replace(/[aeiouyh]/g, '').replace(/(.)\1+/g, '$1')
}

/**
 * Skeleton for a word from a script that writes no vowels (Arabic, Hebrew) or whole syllables
 * (Chinese, Japanese): `w` counts as a vowel, `r` becomes `l` and a leading vowel is dropped. So
 * `frnndw` matches `fernando`, `byryz` matches `perez` and `beilake` matches `barack`.
 */
export function bareSoundKey(word: string): string {
  const key = soundKey(word.replaceAll('w', '')).replace(/^a/, '')
  return key
    .replaceAll('r', 'l')
    .replaceAll('p', 'b')
    .replace(/(.)\1+/g, '$1')
}
