/**
 * Latin spellings of Hangul, for each initial, vowel and final: Revised Romanisation,
 * McCune-Reischauer, North Korean, and common spellings in the South.
 */
const initials =
  'g,k kk,gg,k,g n,r d,t tt,dd,t,d r,l,n, m b,p pp,bb,p,b s,sh ss,s ,y j,ch jj,tch,ch,j ch k,kh t,th p,ph,f h'
    .split(' ')
    .map(optionsOf)
const vowels = (
  'a,ah ae,ai,ay,e ya,yah yae,ye eo,o,u,uh,aw e,eh,ey yeo,yo,you,yu,yuh ye,e,yeh,ae,ei o,oh wa,ua,oa ' +
  'wae,oae,wai oe,oi,we,oy yo,yoh u,oo,woo,wu,ou wo,weo,wu we wi,wee,ui,uy yu,yoo,you,yew eu,u,oo ' +
  'ui,eui,i,ee,uy,e i,ee,yi,ie,y'
)
  .split(' ')
  .map(optionsOf)
const finals = (
  ',h k,g,c,ck,ng kk,k,g ks,k n,hn nj,n nh,n t,d,n l,r,ll lk,k,lg lm,m lp,l ls,l lt,l lp,p lh,l ' +
  'm p,b,m ps,p t,s,d t,s,ss ng j,t,ch ch,t k t p h,t,'
)
  .split(' ')
  .map(optionsOf)

/** Surnames whose usual spelling in the South follows no system; the most usual spelling first. */
const surnames: Readonly<Record<string, readonly string[]>> = {
  이: ['lee', 'yi', 'rhee', 'rhie', 'i', 'ree', 'lie'],
  리: ['ri', 'lee', 'li', 'yi', 'rhee', 'i', 'ree'],
  박: ['park', 'pak', 'bak', 'bag', 'pack'],
  최: ['choi', 'choe', 'chey', 'choy', 'che'],
  노: ['roh', 'noh', 'no', 'ro', 'rho'],
  로: ['ro', 'roh', 'no', 'noh', 'rho'],
  유: ['yoo', 'yu', 'you', 'ryu', 'lyu', 'ryoo'],
  류: ['ryu', 'yu', 'yoo', 'lyu', 'ryoo', 'you', 'liu'],
  임: ['lim', 'im', 'rim', 'yim', 'leem', 'ihm'],
  림: ['rim', 'im', 'lim', 'yim', 'leem'],
  허: ['hur', 'heo', 'ho', 'huh', 'hu', 'her'],
  서: ['seo', 'so', 'suh', 'su', 'sur', 'sea'],
  정: ['jung', 'jong', 'chong', 'jeong', 'chung', 'cheong', 'joung'],
  우: ['woo', 'u', 'wu', 'ou'],
}
/**
 * Initials that may be kept or dropped at the beginning of a word: Ri and Yi, Ryang and Yang, No
 * and Ro.
 */
const droppedInitial = new Set([2, 3, 6, 7, 12, 17, 20])
const initialOfSilence = 11

const firstSyllable = 0xac00
const lastSyllable = 0xd7a3

function optionsOf(text: string): readonly string[] {
  return text.split(',')
}

type Syllable = { initial: number; vowel: number; final: number }

function partsOf(character: string): Syllable | undefined {
  const code = character.charCodeAt(0)
  if (code < firstSyllable || code > lastSyllable) return undefined
  const at = code - firstSyllable
  return { initial: Math.floor(at / 588), vowel: Math.floor((at % 588) / 28), final: at % 28 }
}

/**
 * Every usual Latin spelling of one syllable of a name, the Revised one first.
 *
 * @param isFirst whether a word begins here
 */
export function spellingsOfSyllable(character: string, isFirst: boolean): readonly string[] {
  const parts = partsOf(character)
  if (parts === undefined) return []
  const found = new Set<string>()
  const { initial, vowel, final } = parts
  const begins = [...initials[initial]!]
  if (isFirst && initial === initialOfSilence && droppedInitial.has(vowel))
    begins.push('r', 'l', 'n')
  for (const one of begins) {
    for (const two of vowels[vowel]!) {
      // An initial `y` is a spelling only before `i`.
      if (one === 'y' && vowel !== 20) continue
      if (one === 'sh' && !/^(?:[iyuew]|eo|oo)/.test(two)) continue
      for (const three of finals[final]!) {
        found.add(one + two + three)
        // `Kyung-wha` for `Kyung-hwa`.
        if (one === 'h' && two.startsWith('w')) found.add(`wh${two.slice(1)}${three}`)
      }
    }
  }
  return [...found]
}

/**
 * Spellings of each syllable of a Korean name, surname first.
 *
 * @param native the name in Hangul without spaces
 */
export function hangulSpellings(native: string): (readonly string[])[] {
  return [...native].map((character, at) => {
    const usual = spellingsOfSyllable(character, at < 2)
    return at === 0 ? [...new Set([...usual, ...(surnames[character] ?? [])])] : usual
  })
}

/**
 * Initials and vowels of the whole systems: Revised, North Korea, McCune-Reischauer without marks,
 * and what is usual in the South.
 */
const systems = [
  [
    'g kk n d tt r m b pp s ss  j jj ch k t p h',
    'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i',
  ],
  [
    'k kk n t tt r m p pp s ss  j jj ch kh th ph h',
    'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i',
  ],
  [
    'k kk n t tt r m p pp s ss  ch tch ch k t p h',
    'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i',
  ],
  [
    'k kk n d tt r m b pp s ss  j jj ch k t p h',
    'a ae ya yae u e you ye o wa wae oe yo oo wo we wi yoo eu ui i',
  ],
].map(([initial, vowel]) => ({ initials: initial!.split(' '), vowels: vowel!.split(' ') }))

/**
 * The name in the spelling of each system, syllables apart, to find candidates. Empty if a character
 * is not Hangul.
 */
export function romanised(native: string): readonly string[] {
  const syllables = [...native].map(partsOf)
  if (syllables.includes(undefined)) return []
  return systems.map(({ initials, vowels }, system) => {
    const spelled = syllables.map((parts) => {
      const { initial, vowel, final } = parts!
      return `${initials[initial]}${vowels[vowel]}${finals[final]![0]}`.replace(/^si/, 'shi')
    })
    const surname = system === systems.length - 1 ? surnames[native[0]!]?.[0] : undefined
    return [surname ?? spelled[0], ...spelled.slice(1)].join(' ')
  })
}
