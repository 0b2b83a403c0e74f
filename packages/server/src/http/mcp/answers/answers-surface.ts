import { pageRequestOf } from '@fiq/shared/agent-tools/answer-pages'
import { answerBudgetDefault } from '@fiq/shared/answers/summarise'
import type { FastifyInstance } from 'fastify'
import { referenceTo } from '../../../storage/payments/body-reference.ts'
import { errorAnswer, fiqErrorOf } from '../../http-answer.ts'
import type { Requests } from '../../query/answer-request.ts'
import { requestIdentityOf } from '../../request-identity.ts'
import { sendBody } from '../../send-body.ts'
import type { ReadAnswer } from './read-answer.ts'

/**
 * `GET /answers/{id}`: an answer that was too large for an MCP result, whole or as a page of a
 * table. The id alone gives access to an answer that USDC bought. An answer that credits bought
 * needs a key of the same organisation.
 */
export function answersSurface(
  app: FastifyInstance,
  requests: Pick<Requests, 'admitReader' | 'readLarge'>,
  readAnswer: ReadAnswer,
  report: (error: unknown) => void,
): void {
  app.get('/answers/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const sender = requestIdentityOf(request)
    reply.header('cache-control', 'private, no-store')
    try {
      const query = request.query as Readonly<Record<string, unknown>>
      if (Object.keys(query).length > 0) {
        const page = await readAnswer(id, pageRequestOf(query), sender, pageBytesMax)
        if (page.next !== undefined) reply.header('fiq-next', String(page.next))
        return reply.type(`${page.mimeType}; charset=utf-8`).send(page.text)
      }
      await requests.admitReader(id, sender)
      reply.type('application/json; charset=utf-8')
      return sendBody(reply, referenceTo(id), requests.readLarge)
    } catch (thrown) {
      const { status, headers, body } = errorAnswer(fiqErrorOf(thrown, report))
      return reply.code(status).headers(headers).send(body)
    }
  })
}

/** Maximum bytes of a page over HTTP: ten times a result, because programs read it. */
const pageBytesMax = 10 * answerBudgetDefault
