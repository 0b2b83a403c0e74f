import type { Given } from '../../../command-line/declaration.ts'
import type { CliContext } from '../../../compose/context.ts'
import { keepAndTell } from '../keep.ts'

/** `fiq login key` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const { account, hasPipedInput, readText, callWithKey } = context
  const key = (hasPipedInput ? await readText('-') : await account.askKey()).trim()
  // A key that does not open anything is not kept in the place of one that does.
  await callWithKey('/api/v1/credits', { key })
  await keepAndTell(context, key, { by: 'key' }, given)
}
