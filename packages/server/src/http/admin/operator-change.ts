import { randomUUID } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { ActionRow, OperatorStore } from '../../storage/admin/operator-store.ts'
import { bodyText } from '../http-defaults.ts'
import { jsonAnswer, withLimit } from '../keys-bearer.ts'
import { readJson } from '../session/read-json.ts'
import { requireChange } from '../session/session-request.ts'
import type { AdminParts } from './admin-parts.ts'
import { adminPageOf, type OperatorRequest, parametersOf } from './operator-request.ts'

/** A planned change, as the log records it. */
export type Change = {
  action: string
  subject: string
  detail: string
  run(): Promise<unknown>
}

/**
 * Handles a request that changes data: checks operator and origin, reads the change, writes a log
 * row, then makes the change.
 *
 * @param read - Decides on the change without making it.
 */
export function operatorChange<body>(
  parts: AdminParts,
  schema: z.ZodType<body>,
  read: (body: body, operatorRequest: OperatorRequest) => Change | Promise<Change>,
) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    withLimit(parts, request, reply, async () => {
      const session = await requireChange(request, adminPageOf(parts))
      const operatorRequest = { ...parametersOf(request), session }
      const { run, ...change } = await read(readJson(bodyText(request), schema), operatorRequest)
      const { owner: operator } = session
      const action = { id: randomUUID(), operator, createdAt: parts.nowMs() }
      const value = await recordedAction({ ...action, ...change }, parts.operators, run)
      return jsonAnswer(200, value)
    })
}

/**
 * Runs an action of an operator and logs it: before it begins, so that no action is missing from
 * the log, and again with its outcome.
 */
export async function recordedAction<result>(
  action: Omit<ActionRow, 'outcome'>,
  store: Pick<OperatorStore, 'beginAction' | 'endAction'>,
  run: () => Promise<result>,
): Promise<result> {
  await store.beginAction(action)
  try {
    const result = await run()
    await store.endAction(action.id, 'done')
    return result
  } catch (error) {
    await store.endAction(action.id, error instanceof FiqError ? error.code : 'INTERNAL')
    throw error
  }
}
