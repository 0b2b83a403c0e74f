import { answerTemplates } from '@fiq/shared/agent-tools/answer-pages'
import { readResource } from '@fiq/shared/agent-tools/answer-resource'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import type { SurfacePorts } from '../surface.ts'

type Params = Readonly<Record<string, unknown>> | undefined

/**
 * The resources of the newer versions: answers that were too large for their result, never listed.
 *
 * @param client - Who asks: only the client that asked for an answer reads it again.
 * @param notFound - Code of an error for a resource that there is not, in the version spoken.
 */
export function answerResources({ answers }: SurfacePorts, client: () => string, notFound: number) {
  return {
    'resources/list': () => ({ resources: [] }),
    'resources/templates/list': () => ({ resourceTemplates: answerTemplates }),
    /** @throws RpcError */
    async 'resources/read'(params: Params) {
      const { contents, page } = await readResource(params?.['uri'], notFound, (id, request) =>
        answers.page(id, client(), request, answerBudgetDefault),
      )
      return { contents, remainingMs: page.remainingMs }
    },
  }
}
