import { answerBudgetDefault, answerUri } from '@fiq/shared/answers/summarise'
import { FiqError } from '@fiq/shared/errors'
import { RpcError, resultResponse, rpcCodes, rpcErrorOf } from '@fiq/shared/mcp/json-rpc'
import type { CallContext } from './answer-call.ts'
import { nextUri, type ReadAnswer, readUri } from './answers/read-answer.ts'
import type { Direct, Methods } from './multiplexer.ts'

type Json = Readonly<Record<string, unknown>>

/** What a protocol version does with the results and the errors of resources. */
export type ResourceVersion = {
  /** Adds what results of lists, or of an answer, have beside their content. */
  listed(result: Json): Json
  /** @param remainingMs - For how long the answer is still kept. */
  read(result: Json, remainingMs: number): Json
  /** Code of an error for a resource that there is not. */
  notFound: number
}

/** Answers that were too large for their result: never listed, read by the URI in the result. */
export function createResources(
  readAnswer: ReadAnswer,
  { listed, read, notFound }: ResourceVersion,
): Methods<CallContext> {
  const templates = [
    {
      uriTemplate: `${answerUri('{id}')}{?table,from,rows,columns,format}`,
      name: 'answer',
      title: 'An answer that was too large for its result',
      description: 'Free. JSON by columns, or CSV; _meta["fiq/next"] is the next page.',
      mimeType: 'application/json',
    },
  ]
  const constant = (result: Json): Direct<CallContext> => {
    const text = JSON.stringify(listed(result))
    return ({ id, params }) => {
      if (params?.['cursor'] === undefined) return resultResponse(id, text)
      throw new RpcError(rpcCodes.invalidParams, 'The list has one page: there is no cursor.')
    }
  }
  return {
    'resources/list': constant({ resources: [] }),
    'resources/templates/list': constant({ resourceTemplates: templates }),
    async 'resources/read'({ id, params }, { context }) {
      const uri = params?.['uri']
      const unknown = () => new RpcError(notFound, 'There is no such resource.', { uri })
      if (typeof uri !== 'string') throw new RpcError(rpcCodes.invalidParams, 'uri is missing.')
      try {
        const named = readUri(uri)
        if (!named) throw unknown()
        const page = await readAnswer(named.id, named.request, context.sender, answerBudgetDefault)
        const { mimeType, text, next, remainingMs } = page
        const meta = next !== undefined && {
          _meta: { 'fiq/next': nextUri(named.id, named.request, next) },
        }
        const contents = [{ uri, mimeType, text, ...meta }]
        return resultResponse(id, JSON.stringify(read({ contents }, remainingMs)))
      } catch (error) {
        if (!(error instanceof FiqError)) throw error
        if (error.code === 'NOT_FOUND') throw unknown()
        if (error.code === 'BAD_INPUT')
          throw new RpcError(rpcCodes.invalidParams, error.message, { uri, facts: error.facts })
        throw rpcErrorOf(error)
      }
    },
  }
}
