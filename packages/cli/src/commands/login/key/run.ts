import { isObject } from '@fiq/shared/json'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { jsonOrText } from '../../../command-line/read-operation.ts'
import type { CliContext } from '../../../compose/context.ts'
import { textIn } from '../../../query/rows.ts'
import { storeAndReport } from '../store-key.ts'

/** `fiq login key` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { account, hasPipedInput, readText, callWithKey } = context
  const key = keyIn(hasPipedInput ? await readText('-') : await account.promptKey())
  // Test the key first, so that an invalid one does not replace a valid one.
  await callWithKey('/api/v1/credits', { key })
  await storeAndReport(context, key, { by: 'key' }, args)
}

/**
 * Reads the key alone, or from the output of `fiq-server keys create`: lines that begin with it, or
 * JSON.
 */
function keyIn(text: string): string {
  const [first = ''] = text.trim().split('\n')
  const value = first.startsWith('{') ? jsonOrText(text.trim()) : undefined
  return isObject(value) ? textIn(value, 'key') : first.trim()
}
