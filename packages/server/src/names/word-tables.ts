const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Titles before or after a person's name, such as forms of address, offices and degrees. They do
 * not identify the person.
 */
export const titles = setOf(`
  mr mrs ms miss dr doctor prof professor sir lord lady dame hon honorable monsieur madame mme
  mlle herr frau senor senora senorita don dona sheikh shaikh sheik shaykh cheikh haji hajji hajj sayyed sayid syed seyyed
  alhaj mullah mulla mawlawi maulavi mawlavi maulawi molavi qari hafiz ustad imam sayyid sayed seyed ayatollah
  president prasident prime minister chancellor general gen colonel col lt lieutenant major maj
  captain capt brigadier commander cmdr admiral sergeant sgt senator sen rep rev reverend father
  king queen prince princess emir amir sultan ing engineer eng comrade ambassador jr sr
  phd esq
`)

/** The titles that follow a name. */
export const titlesAtEnd = setOf('jr sr phd esq')

/** Small words in personal names, which are often omitted or written separately. */
export const particles = setOf(`
  al el ul ur as ad ar ash az an at bin ben ibn bint bn binti abu abd abdul
  abdel abdal abdoul abdol abdur abdus von van der den de del dela
  della di da do dos das du des la le les los las af av ter ten zu zum y e und i ap mac mc st san
  santa saint o d l u
`)

/** Words that join parts of an organisation's name. */
export const links = setOf(`
  the a an of for and in on at to by with from de del la las le les el los du des da do dos di
  della dei y e et und der die das fur fuer von i na po dlya s z al an pri pod v
`)

/** Business words that many organisations share. They distinguish little. */
export const genericWords = setOf(`
  international global world worldwide general national public private group grupo groupe gruppe
  gruppa holding holdings
  company companies enterprise enterprises enterprize predpriyatie bank banco banque banka bankasi
  industries industry industrial industria industrias systems system solutions technologies
  technology tech services service servicios trading trade trader traders commercial comercial
  comercializadora business investment investments investimentos inversiones invest capital fund
  funds finance financial partners partner management consulting consultants shipping maritime
  marine transport transportation logistics logistica airlines airline airways aviation air
  engineering construction constructions development institute institut center centre central
  university college school academy ministry department office bureau agency administration
  committee commission council authority government organization organisation foundation fundacion
  association union society federation party movement army forces force front brigade battalion
  manufacturing manufacturing production products productos producers factory works plant zavod
  export exports import imports importadora exportadora distribution distribuidora supply supplies
  materials equipment electronics energy power oil gas petroleum petrochemical refinery refining
  mining metals steel chemical chemicals pharma pharmaceutical pharmaceuticals medical health
  hospital hotel hotels real estate properties property inmobiliaria insurance security securities
  research science scientific media news press television radio food foods agricultural
  agropecuaria agricola ganadera construcciones constructora inversora representaciones
  corporation corporate limited vessel mv ms mt ss tanker
`)

/** Abbreviations in the names of organisations. */
export const abbreviations: ReadonlyMap<string, string> = new Map(
  `intl international|int international|natl national|gen general|govt government|dept department|
  mfg manufacturing|univ university|assn association|assoc association|bros brothers|
  tech technologies|technology technologies|sys systems|svcs services|svc services|mgmt management|
  engr engineering|eng engineering|org organization|organisation organization|inst institute|
  ind industries|inds industries|industry industries|hldgs holdings|hldg holdings|holding holdings|
  grp group|dev development|ctr center|centre center|comm commission|cttee committee|
  pharma pharmaceuticals|pharm pharmaceuticals|transp transport|trdg trading|centr center`
    .split('|')
    .map((row) => row.trim().split(' ') as [string, string]),
)

/** Number words by value: spelled-out, ordinal and Roman. */
const numberRows = `zero|one first i|two second ii|three third iii|four fourth iv|five fifth|six
  sixth vi|seven seventh vii|eight eighth viii|nine ninth ix|ten tenth|eleven eleventh xi|twelve
  twelfth xii|thirteen thirteenth xiii|fourteen fourteenth xiv|fifteen fifteenth|sixteen
  sixteenth|seventeen seventeenth|eighteen eighteenth|nineteen nineteenth`
const tensRows =
  'twenty twentieth|thirty thirtieth|forty fourty fortieth|fifty|sixty|seventy|eighty|ninety'

const romanOnly = /^[ivx]+$/
const numberWords = new Map<string, number>()
for (const [value, row] of numberRows.split('|').entries()) {
  for (const word of row.trim().split(/\s+/)) numberWords.set(word, value)
}
for (const [index, row] of tensRows.split('|').entries()) {
  for (const word of row.split(' ')) numberWords.set(word, (index + 2) * 10)
}

/**
 * The value of a folded number word: `44`, `1st`, `first`, `forty`, and `iv` if `roman`.
 * `undefined` for other words.
 */
export function numberOf(word: string, roman: boolean): number | undefined {
  const digits = /^(\d{1,9})(?:st|nd|rd|th)?$/.exec(word)
  if (digits !== null) return Number(digits[1])
  return romanOnly.test(word) && !roman ? undefined : numberWords.get(word)
}
