import { FiqError } from '@fiq/shared/errors'
import type { ActionRow, OperatorStore } from './operator-store.ts'

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
