import { refuse, textOf } from '../../upstreams/checked-answer.ts'
import { plainText } from '../../upstreams/plain-text.ts'
import { filingIndexRequest } from '../../upstreams/sec.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import type { ConnectorContext } from '../connector.ts'

/** One document in the index of a filing. */
export type FilingDocument = {
  /** File name within the filing. */
  name: string
  /** e.g. `8-K`, `EX-99.1`, `INFORMATION TABLE`. */
  type: string
  /** Description by the filer; often it repeats the type. */
  description: string
}

/**
 * The documents of a filing, in its order.
 *
 * @throws FiqError of the upstream; `UPSTREAM_CHANGED` for a page without documents
 */
export async function documentsOf(
  cik: string,
  accession: string,
  context: ConnectorContext,
): Promise<readonly FilingDocument[]> {
  const request = filingIndexRequest(cik, accession)
  return readFilingIndex(await context.fetch(request), request.url)
}

/**
 * Parses the index page of a filing: tables of sequence, description, document, type and size.
 *
 * @param url of the request, for the error
 * @throws FiqError `UPSTREAM_CHANGED` for a page without documents
 */
export function readFilingIndex(answer: UpstreamAnswer, url: URL): FilingDocument[] {
  const found = textOf(answer)
    .split(/<tr\b/i)
    .flatMap((row) => {
      const [, description = '', document = '', type = ''] = row.split(/<td\b[^<>]*>/i).slice(1)
      const name = /href="[^"]*\/([\w.-]{1,200})"/i.exec(document)?.[1]
      return name === undefined
        ? []
        : [{ name, type: plainText(type), description: plainText(description) }]
    })
  return found.length > 0 ? found : refuse(url, 'an index that lists no document')
}
