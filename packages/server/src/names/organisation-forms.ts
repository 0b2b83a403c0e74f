import { editCost } from './edit-cost.ts'

/**
 * Family of a legal form. Forms of one family are equivalent across languages (`OOO`, `GmbH`,
 * `LLC`) and therefore match. A `charity` contradicts every other family.
 */
export type FormFamily = 'limited' | 'stock' | 'partnership' | 'plain' | 'charity' | 'state'

/** Spellings by family: folded, with single letters joined (`S. de R.L.` is `s de rl`). */
const spellings: Readonly<Record<FormFamily, string>> = {
  limited: `llc|ltd|limited|ltda|limitada|ltee|lda|gmbh|mbh|ggmbh|ug|srl|sarl|sprl|bvba|
    bv|ooo|too|tov|doo|eood|ood|kft|oy|ab|aps|as|spzoo|sp zoo|sp z oo|
    spolka z ograniczona odpowiedzialnoscia|limited liability company|limited liability co|
    limited liability partnership company|pty ltd|pty limited|pte ltd|pte limited|pvt ltd|
    private limited|pvt limited|co ltd|co limited|company limited|company ltd|co llc|
    sdn bhd|sp|sro|spol sro|fzco|fze|fz llc|fzc|wll|
    obshchestvo s ogranichennoy otvetstvennostyu|obshchestvo s ogranichennoi otvetstvennostyu|
    tovarystvo z obmezhenoyu vidpovidalnistyu|societatea cu raspundere limitata|
    societate cu raspundere limitata|sociedad de responsabilidad limitada|s de rl de cv|
    s de rl|sociedad limitada|gesellschaft mit beschrankter haftung|
    gesellschaft mit beschraenkter haftung|societe a responsabilite limitee|
    societa a responsabilita limitata|youxiangongsi|youxian gongsi|mas ouliyat mahdouda|
    jv ltd|dmcc|eurl|sl|eirl`,
  stock: `ag|aktiengesellschaft|akg|sa|spa|sas|nv|plc|jsc|ojsc|cjsc|pjsc|
    joint stock company|open joint stock company|public joint stock company|psc|
    closed joint stock company|private joint stock company|joint stock co|oao|zao|pao|ao|
    nao|oyj|se|asa|aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo|
    zakrytoe aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|pat|prat|at|
    sociedad anonima|societe anonyme|societa per azioni|sociedade anonima|sa de cv|
    sas de cv|sab de cv|sal|sae|sac|sar|ksc|kgaa|rt|nyrt|zrt|sca|aktieselskab|
    aktiebolag|anonim sirketi|as|akcionerno druzestvo|ad|saoc|saog|psjc|pjs`,
  partnership: `lp|llp|kg|gmbh co kg|gmbh and co kg|ohg|gbr|cv|sc|s en c|scs|snc|
    limited partnership|general partnership|limited liability partnership|
    kommanditgesellschaft`,
  plain: `inc|incorporated|corp|corporation|company|co|cie|compagnie|compania|cia|companhia|
    ead|et|sirketi|sti|gongsi|kabushiki kaisha|kk|and co|and company|
    cooperative society|ca|pc`,
  charity: `ano|foundation|stiftung|fundacion|fundacao|fondation|ev|ngo|npo|charity|
    avtonomnaya nekommercheskaya organizatsiya|nonprofit|non profit|association|verein`,
  state: `fgup|gup|mup|federal state unitary enterprise|state unitary enterprise|fsue|
    federalnoe gosudarstvennoe unitarnoe predpriyatie`,
}

type Branch = { next: Map<string, Branch>; family?: FormFamily }

const root: Branch = { next: new Map() }
for (const [family, list] of Object.entries(spellings)) {
  for (const spelling of list.split('|')) {
    plant(spelling.trim().split(' '), family as FormFamily)
  }
}

/** A legal form in a name: `length` words from the word `start` mean `family`. */
export type FoundForm = { start: number; length: number; family: FormFamily }

/**
 * Every legal form among the words of a folded organisation name, longest first at each place. A
 * name never consists of forms alone: if all words are forms, the first one does not count.
 */
export function findForms(words: readonly string[]): FoundForm[] {
  const found: FoundForm[] = []
  let at = 0
  while (at < words.length) {
    const form = longestAt(words, at)
    if (form !== undefined) found.push(form)
    at += form?.length ?? 1
  }
  const covered = found.reduce((sum, { length }) => sum + length, 0)
  return covered === words.length ? found.slice(1) : found
}

/**
 * The legal form joined to the end of a word, as in `SiemensAG`, found by its mixed case.
 * `undefined` if the word ends in no common form.
 */
export function splitGluedForm(original: string): readonly [string, string] | undefined {
  const match = /^(\p{Lu}?\p{Ll}{3,})(AG|SA|SE|LLC|GmbH|Ltd|Inc|NV|BV|PLC|JSC|SpA)$/u.exec(original)
  return match === null ? undefined : [match[1]!, match[2]!]
}

function longestAt(words: readonly string[], start: number): FoundForm | undefined {
  let branch: Branch | undefined = root
  let found: FoundForm | undefined
  for (let at = start; at < words.length; at++) {
    branch = branch.next.get(words[at]!) ?? misspelled(branch, words[at]!)
    if (branch === undefined) break
    if (branch.family !== undefined) {
      found = { start, length: at - start + 1, family: branch.family }
    }
  }
  return found
}

/**
 * Finds a misspelled form, such as `aktiengeselschaft`: a long word one edit away from a form's
 * word.
 */
function misspelled(branch: Branch, word: string): Branch | undefined {
  if (word.length < 6) return undefined
  for (const [spelling, next] of branch.next) {
    if (spelling.length < 7 || Math.abs(spelling.length - word.length) > 1) continue
    if (spelling[0] === word[0] && editCost(spelling, word) <= 1) return next
  }
  return undefined
}

function plant(words: readonly string[], family: FormFamily): void {
  let branch = root
  for (const word of words) {
    const next: Branch = branch.next.get(word) ?? { next: new Map() }
    branch.next.set(word, next)
    branch = next
  }
  branch.family = family
}
