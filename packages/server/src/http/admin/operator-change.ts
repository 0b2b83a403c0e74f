import { randomUUID } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { parseBody } from '../../accounts/parse-body.ts'
import { recordedAction } from '../../storage/admin/recorded-action.ts'
import { bodyText } from '../http-defaults.ts'
import { jsonAnswer, withLimit } from '../keys-bearer.ts'
import type { AdminParts } from './admin-parts.ts'
import { type OperatorRequest, readChange } from './operator-request.ts'

/** What is about to be done, as the log keeps it. */
export type Change = {
  action: string
  subject: string
  detail: string
  run(): Promise<unknown>
}

/**
 * Answers a request that changes something: who asks, from where, what exactly, then a row in the
 * log, then the change.
 *
 * @param read - decides what is to be done, and does nothing yet.
 */
export function operatorChange<body>(
  parts: AdminParts,
  schema: z.ZodType<body>,
  read: (body: body, operatorRequest: OperatorRequest) => Change | Promise<Change>,
) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    withLimit(parts, request, reply, async () => {
      const operatorRequest = await readChange(request, parts)
      const { run, ...what } = await read(readJson(bodyText(request), schema), operatorRequest)
      const { operator } = operatorRequest.session
      const action = { id: randomUUID(), operator, createdAt: parts.nowMs() }
      const value = await recordedAction({ ...action, ...what }, parts.operators, run)
      return jsonAnswer(200, value)
    })
}

/** @throws FiqError `BAD_JSON`, `BAD_INPUT` naming the field */
export function readJson<body>(text: string, schema: z.ZodType<body>): body {
  const parsed = schema.safeParse(parseBody(text))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new FiqError('BAD_INPUT', `${issue?.path.join('.') || 'body'}: ${issue?.message}.`)
}
