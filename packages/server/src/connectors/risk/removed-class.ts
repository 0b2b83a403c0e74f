import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext } from '../../sources/connector.ts'
import type { Submission } from '../../sources/edgar/submissions.ts'
import { plainText } from '../../upstreams/plain-text.ts'
import { filingDocumentRequest } from '../../upstreams/sec.ts'

/** The class of securities that a form 25 removes from an exchange, as written in the form. */
export type RemovedClass = { text: string; isShare: boolean }

/** Maximum forms read for one answer. Each takes one request, once. */
const formsMax = 20
const maxAgeSeconds = 30 * 24 * 3_600

/** Maximum characters that are read, and that the signal shows. */
const textMax = 2_000
const shownMax = 200

/** Whether the filing is a form 25 of an exchange or of the issuer. */
export function isRemoval({ form }: Pick<Submission, 'form'>): boolean {
  return /^25(-NSE)?(\/A)?$/.test(form)
}

/**
 * The classes that the newest {@link formsMax} forms 25 remove, by accession number. Omits
 * unreadable forms.
 *
 * @param filings newest first
 */
export async function loadRemovedClasses(
  filings: readonly Submission[],
  cik: string,
  context: ConnectorContext,
): Promise<ReadonlyMap<string, RemovedClass>> {
  const read = await Promise.all(
    filings
      .filter(isRemoval)
      .slice(0, formsMax)
      .map(async ({ accession, document }) => {
        const text = await classText(cik, accession, document, context)
        return text === undefined ? [] : [[accession, removedClassOf(text)] as const]
      }),
  )
  return new Map(read.flat())
}

async function classText(
  cik: string,
  accession: string,
  document: string,
  context: ConnectorContext,
): Promise<string | undefined> {
  try {
    return await context.cached(`form-25:${accession}`, maxAgeSeconds, async (context) => {
      const form = document.endsWith('.xml') ? 'xml' : 'html'
      const request = filingDocumentRequest(cik, accession, document, form)
      return classIn((await context.text(request)).body)
    })
  } catch (error) {
    if (error instanceof FiqError) return undefined
    throw error
  }
}

/**
 * The class in a form 25: an element in XML; in HTML the text between the previous caption and
 * "(Description of class of securities)".
 */
export function classIn(form: string): string | undefined {
  const [, element] = /<descriptionClassSecurity>([^<]{1,2000})</.exec(form) ?? []
  const text = element === undefined ? beforeCaption(form) : plainText(element)
  const plain = text?.slice(0, textMax)
  return plain === '' ? undefined : plain
}

/** Maximum characters between a class and its caption, markup included. */
const captionDistanceMax = 5_000

function beforeCaption(html: string): string | undefined {
  const at = html.search(/\(\s*Description\s+of\s+class\s+of\s+securities/i)
  if (at < 0) return undefined
  const before = html.slice(Math.max(0, at - captionDistanceMax), at).replace(/^[^<]*>/, '')
  return plainText(before)
    .split(/\([^()]*(?:telephone|address|offices)[^()]*\)/i)
    .at(-1)
    ?.trim()
}

const debt = /\b(?:notes?|bonds?|debentures?|debt|indebtedness|certificates?)\b|\bdue\s+\d|\d\s*%/i
const others = /\b(?:warrants?|rights?|units?|preferred|preference|options?|etns?|trust)\b/i
/** The share by name, at the beginning of the text or of one item of its list. */
const share =
  /(?:^|[,;]|\band\b)\s*(?:(?:(?:class|series) [a-z] )?(?:common|ordinary|capital) (?:stock|shares?|units?)|american depositary (?:shares?|receipts?)|shares? of beneficial interest)\b(?!\s+(?:purchase|warrants?|rights?)\b)/i

/**
 * Reads whether a class is the share. A class that matures, is redeemed or expires says so: debt,
 * warrants, rights, units and preferred stock. Any other class, and a list that contains one, is
 * the share.
 */
export function removedClassOf(text: string): RemovedClass {
  // "Common Stock and Warrants" contains a share; "Warrants to purchase Common Stock" does not.
  const parts = text.split(/;|\band\b(?!\s+(?:one|a|the)\b)/i).filter((part) => /\w/.test(part))
  const isShare = parts.some((part) => !debt.test(part) && !others.test(part))
  const isUnit = /^\s*(?:units?|depositary units?)\b/i.test(text)
  return { text: text.slice(0, shownMax), isShare: share.test(text) || (isShare && !isUnit) }
}
