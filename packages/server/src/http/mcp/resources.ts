import { answerTemplates } from '@fiq/shared/agent-tools/answer-pages'
import { readResource } from '@fiq/shared/agent-tools/answer-resource'
import { resultResponse } from '@fiq/shared/mcp/json-rpc'
import type { CallContext } from './answer-call.ts'
import type { ReadAnswer } from './answers/read-answer.ts'
import { constantResult, refuseMeta } from './constant-result.ts'
import type { Direct, Methods } from './multiplexer.ts'

type Json = Readonly<Record<string, unknown>>

/** How a protocol version formats results and errors of resources. */
export type ResourceVersion = {
  /** Adds the members of list and read results beside their content. */
  listed(result: Json): Json
  /** @param remainingMs - Remaining storage time of the answer. */
  read(result: Json, remainingMs: number): Json
  /** Error code for an unknown resource. */
  notFound: number
}

/**
 * Answers that were too large for their result. They are not listed; the result contains their URI.
 *
 * @param pageBytesMax - Maximum bytes of a page.
 */
export function createResources(
  readAnswer: ReadAnswer,
  pageBytesMax: number,
  { listed, read, notFound }: ResourceVersion,
): Methods<CallContext> {
  const constant = (result: Json): Direct<CallContext> =>
    constantResult(JSON.stringify(listed(result)), 'The list')
  return {
    'resources/list': constant({ resources: [] }),
    'resources/templates/list': constant({ resourceTemplates: answerTemplates }),
    async 'resources/read'({ id, params }, { context }) {
      refuseMeta(params?._meta)
      const { contents, page } = await readResource(params?.['uri'], notFound, (answer, request) =>
        readAnswer(answer, request, context.sender, pageBytesMax),
      )
      return resultResponse(id, JSON.stringify(read({ contents }, page.remainingMs)))
    },
  }
}
