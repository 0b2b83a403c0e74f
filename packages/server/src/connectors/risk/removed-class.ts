import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext } from '../../sources/connector.ts'
import type { Submission } from '../../sources/edgar/submissions.ts'
import { filingDocumentRequest } from '../../upstreams/sec.ts'

/** The class of securities that a form 25 removes from an exchange, as the form writes it. */
export type RemovedClass = { text: string; isShare: boolean }

/** Removals that are read for one answer; each takes a request, once. */
const formsMax = 20
const maxAgeSeconds = 30 * 24 * 3_600

/** Whether the filing is a form 25 of an exchange or of the issuer. */
export function isRemoval({ form }: Pick<Submission, 'form'>): boolean {
  return /^25(-NSE)?(\/A)?$/.test(form)
}

/**
 * The classes that forms 25 remove, by accession number: of the newest {@link formsMax} forms. A form
 * that cannot be read is left out.
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
 * The class that a form 25 names: its element in XML; in HTML the text before the caption
 * "(Description of class of securities)", up to the caption before.
 */
export function classIn(form: string): string | undefined {
  const [, element] = /<descriptionClassSecurity>([^<]{1,2000})</.exec(form) ?? []
  const text = element ?? beforeCaption(form)
  const plain = text?.replace(/\s+/g, ' ').trim().slice(0, 200)
  return plain === '' ? undefined : plain
}

/** A class is at most so far from its caption, with its markup. */
const captionDistanceMax = 5_000

function beforeCaption(html: string): string | undefined {
  const at = html.search(/\(\s*Description\s+of\s+class\s+of\s+securities/i)
  if (at < 0) return undefined
  const text = html
    .slice(Math.max(0, at - captionDistanceMax), at)
    .replace(/^[^<]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replaceAll('&amp;', '&')
  return text.split(/\([^()]*(?:telephone|address|offices)[^()]*\)/i).at(-1)
}

const debt = /\b(?:notes?|bonds?|debentures?|debt|indebtedness|certificates?)\b|\bdue\s+\d|\d\s*%/i
const others = /\b(?:warrants?|rights?|units?|preferred|preference|options?|etns?|trust)\b/i

/**
 * Classes that mature, are redeemed or expire say so: debt, warrants, rights, units and preferred
 * stock. Any other class, and a list that has one, is the share.
 */
export function removedClassOf(text: string): RemovedClass {
  // "Common Stock and Warrants" has a share; "Warrants to purchase Common Stock" has none.
  const parts = text.split(/;|\band\b(?!\s+(?:one|a|the)\b)/i).filter((part) => /\w/.test(part))
  const isShare = parts.some((part) => !debt.test(part) && !others.test(part))
  return { text, isShare: isShare && !/^\s*(?:units?|depositary units?)\b/i.test(text) }
}
