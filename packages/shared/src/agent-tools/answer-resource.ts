import type { Page, PageRequest } from '../answers/read-page.ts'
import { FiqError } from '../errors.ts'
import { RpcError, rpcCodes, rpcErrorOf } from '../mcp/json-rpc.ts'
import { nextUri, readUri } from './answer-pages.ts'

/** Reads a page of a stored answer. @throws FiqError `NOT_FOUND`, `BAD_INPUT` */
export type ReadStored<page extends Page> = (
  id: string,
  request: PageRequest,
) => page | Promise<page>

const remedy =
  'answer.uri of a summary is its URI. An expired answer can only be bought again, by the same call.'

/**
 * `resources/read`: returns a page of an answer by its URI.
 *
 * @param notFound - Error code for an unknown resource in the protocol version of the session.
 * @throws RpcError
 */
export async function readResource<page extends Page>(
  uri: unknown,
  notFound: number,
  read: ReadStored<page>,
): Promise<{ contents: readonly object[]; page: page }> {
  const unknown = () => new RpcError(notFound, 'There is no such resource.', { uri, remedy })
  if (typeof uri !== 'string') throw new RpcError(rpcCodes.invalidParams, 'uri is missing.')
  try {
    const named = readUri(uri)
    if (!named) throw unknown()
    const page = await read(named.id, named.request)
    const { mimeType, text, next } = page
    const meta = next !== undefined && {
      _meta: { 'fiq/next': nextUri(named.id, named.request, next) },
    }
    return { contents: [{ uri, mimeType, text, ...meta }], page }
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    if (error.code === 'NOT_FOUND') throw unknown()
    if (error.code === 'BAD_INPUT')
      throw new RpcError(rpcCodes.invalidParams, error.message, {
        uri,
        facts: error.facts,
        remedy: error.remedy,
      })
    throw rpcErrorOf(error)
  }
}
