import { answerTemplates } from '@fiq/shared/agent-tools/answer-pages'
import { readResource } from '@fiq/shared/agent-tools/answer-resource'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import { RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import type { SurfacePorts } from '../surface.ts'

type Params = Readonly<Record<string, unknown>> | undefined

/**
 * The resources of the newer versions: answers that were too large for their result. They are not
 * listed.
 *
 * @param client - The caller. Only the client that bought an answer can read it again.
 * @param notFound - Error code for an unknown resource in the version.
 */
export function answerResources({ answers }: SurfacePorts, client: () => string, notFound: number) {
  return {
    'resources/list': (params: Params) => onePage(params, { resources: [] }),
    'resources/templates/list': (params: Params) =>
      onePage(params, { resourceTemplates: answerTemplates }),
    /** @throws RpcError */
    async 'resources/read'(params: Params) {
      const { contents, page } = await readResource(params?.['uri'], notFound, (id, request) =>
        answers.page(id, client(), request, answerBudgetDefault),
      )
      return { contents, remainingMs: page.remainingMs }
    },
  }
}

/** A list of one page. @throws RpcError for a cursor. */
export function onePage<list>(params: Params, list: list): list {
  if (params?.['cursor'] === undefined) return list
  throw new RpcError(rpcCodes.invalidParams, 'The list has one page: there is no cursor.')
}
