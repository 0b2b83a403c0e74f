import { inBatches } from '../../scheduling/in-batches.ts'
import { documentsAtOnce, filingDocumentRequest, filingUrl } from '../../upstreams/sec.ts'
import type { ConnectorContext } from '../connector.ts'
import { type OwnershipForm, readOwnershipForm } from './ownership-form.ts'
import type { Submission } from './submissions.ts'

/** A form with its filing. */
export type FiledForm = { filing: Submission; url: string; form: OwnershipForm }

/** Whether a filing is a form 3, 4 or 5 in XML, the format since June 2003. */
export function isOwnershipForm({ form, document }: Submission): boolean {
  return /^[345](?:\/A)?$/.test(form) && document.endsWith('.xml')
}

/**
 * Reads forms about one issuer, in the given order. An issuer's list also contains forms that it
 * files as an owner of others; these are omitted.
 *
 * @throws FiqError of the upstream if any form fails, because an incomplete list would be wrong
 */
export async function ownershipForms(
  cik: string,
  filings: readonly Submission[],
  context: ConnectorContext,
): Promise<FiledForm[]> {
  const forms = await inBatches(filings, documentsAtOnce, async (filing) => {
    const { accession, document } = filing
    const request = filingDocumentRequest(cik, accession, document, 'xml')
    const form = readOwnershipForm(await context.fetch(request), request.url)
    return { filing, url: filingUrl(cik, accession, document), form }
  })
  return forms.filter(({ form }) => form.issuerCik === cik)
}
