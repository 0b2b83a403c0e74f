import type { Given } from '../../../command-line/declaration.ts'
import type { CliContext } from '../../../compose/context.ts'
import { storeAndReport } from '../store-key.ts'

/** `fiq login key` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const { account, hasPipedInput, readText, callWithKey } = context
  const key = (hasPipedInput ? await readText('-') : await account.promptKey()).trim()
  // A key that does not open anything is not kept in the place of one that does.
  await callWithKey('/api/v1/credits', { key })
  await storeAndReport(context, key, { by: 'key' }, given)
}
