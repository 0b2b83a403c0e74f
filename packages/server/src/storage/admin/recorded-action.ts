import { FiqError } from '@fiq/shared/errors'
import type { ActionRow, OperatorStore } from './operator-store.ts'

/**
 * Does what an operator asks for, and keeps who asked: written before it is done, so that nothing
 * is done that is not in the log, and again when it has come to an end.
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
