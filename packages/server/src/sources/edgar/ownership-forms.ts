import { filingDocumentRequest, filingUrl } from '../../upstreams/sec.ts'
import type { ConnectorContext } from '../connector.ts'
import { inBatches } from './in-batches.ts'
import { type OwnershipForm, readOwnershipForm } from './ownership-form.ts'
import type { Submission } from './submissions.ts'

/** A form with the filing it came in. */
export type FiledForm = { filing: Submission; url: string; form: OwnershipForm }

/** A form 3, 4 or 5 in XML: all since June 2003. */
export function isOwnershipForm({ form, document }: Submission): boolean {
  return /^[345](?:\/A)?$/.test(form) && document.endsWith('.xml')
}

/**
 * Reads forms about one issuer, in the order given. An issuer's list also holds the forms it files
 * as an owner of others; those are left out.
 *
 * @throws FiqError of the upstream if any form fails: an incomplete list would be wrong
 */
export async function ownershipForms(
  cik: string,
  filings: readonly Submission[],
  context: ConnectorContext,
): Promise<FiledForm[]> {
  const forms = await inBatches(filings, async (filing) => {
    const { accession, document } = filing
    const request = filingDocumentRequest(cik, accession, document, 'xml')
    const form = readOwnershipForm(await context.fetch(request), request.url)
    return { filing, url: filingUrl(cik, accession, document), form }
  })
  return forms.filter(({ form }) => form.issuerCik === cik)
}
