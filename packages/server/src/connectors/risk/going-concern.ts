/** Matches sentences about other companies, about rules, or about a doubt that has ended. */
const notOfTheFiler =
  /\b(?:whether|if|no substantial doubt|not raise|alleviat|mitigat|could|may|might|would|evaluat)/i

/** The wording that the standards prescribe. */
const doubt = /substantial doubt[^.]{0,80}going concern/i

/**
 * The sentence in a report that states going-concern doubt about the filer; `null` if there is
 * none. Ignores sentences that explain the rule or a possibility.
 *
 * @param html of an annual report, whose filer chooses every byte: each pattern reads it once.
 */
export function goingConcernSentence(html: string): string | null {
  const text = html
    .replace(/<(script|style|ix:header)\b(?:(?!<\1\b)[\s\S])*?<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:rsquo|#8217|#x2019);/gi, '’')
    .replace(/\s+/g, ' ')
  for (const found of text.matchAll(new RegExp(doubt, 'gi'))) {
    const from = text.lastIndexOf('. ', found.index) + 1
    const end = text.indexOf('.', found.index + found[0].length)
    const sentence = text.slice(from, end < 0 ? undefined : end + 1).trim()
    if (sentence.length <= sentenceLengthMax && !notOfTheFiler.test(sentence)) return sentence
  }
  return null
}

/** Maximum characters of a sentence. Longer ones are tables and lists. */
const sentenceLengthMax = 800
