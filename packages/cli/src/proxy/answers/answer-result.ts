import { defined } from '@fiq/shared/defined'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { serverSays } from '../../http/server-says.ts'
import type { Answer, AnswerError } from '../../query/answer.ts'
import { errorOf, readAnswer } from '../../query/read-answer.ts'
import { isNothing, valueAt } from '../../query/rows.ts'
import { untrusted } from './agent-words.ts'
import type { GatewayAnswer } from './gateway-answer.ts'
import { fitResult, resultOf, type StoredAt, type ToolResult } from './tool-result.ts'

/** An answer without its functions, and the terms of its result. */
export type ResultOrder = {
  answer: Omit<GatewayAnswer, 'delivered'>
  /** Path of the tool's value in the response; `undefined` for all data. */
  outputPath: string | undefined
  /** Maximum bytes of the result; 0 for no maximum. */
  budget: number
  /** Whether the result says which of its lists have more items. */
  tellsMore: boolean
}

/**
 * The data, its cost and its sources, fitted into the caller's budget.
 *
 * @param store - Stores the whole answer if it does not fit.
 * @throws FiqError if there is no data.
 */
export function answerResult(
  { answer, outputPath, budget, tellsMore }: ResultOrder,
  store: () => StoredAt | undefined,
): ToolResult {
  const read = readAnswer(answer)
  const value = outputPath === undefined ? read.data : valueAt(read.response, outputPath)
  const cost = costOf(answer, read)
  const first = read.errors[0]
  if (first && isNothing(value)) throw errorOf(first, undefined)
  const { stale } = answer
  const whole = resultOf({
    data: value ?? null,
    cost,
    ...defined({ stale: stale.length > 0 ? stale : undefined }),
    sources: read.sources,
    ...defined({
      errors: read.errors.length > 0 ? read.errors.map(errorWords) : undefined,
      warnings: read.warnings.length > 0 ? read.warnings : undefined,
      more: tellsMore && read.more ? read.more : undefined,
      sandbox: read.sandbox ? 'These values are invented, to try the service.' : undefined,
    }),
    notice: untrusted,
  })
  const result = fitResult(whole, read.data, budget, store)
  if (answer.ageMs === undefined) return result
  const ageSeconds = Math.floor(answer.ageMs / 1_000)
  return { ...result, _meta: { 'fiq/ageSeconds': ageSeconds, 'fiq/stale': stale } }
}

function errorWords({ path, message, code }: AnswerError) {
  return { path, message: serverSays(message), code }
}

function costOf(
  { paid, from, purchase, isOnCredits, ageMs }: ResultOrder['answer'],
  { response }: Pick<Answer, 'response'>,
) {
  const { cost } = (response['extensions'] ?? {}) as { cost?: { credits?: unknown } }
  return {
    paid: formatUsdc(paid),
    unit: 'USDC',
    ...defined({ money: isOnCredits ? 'credits' : undefined }),
    answer: from,
    ...defined({
      credits: typeof cost?.credits === 'number' ? cost.credits : undefined,
      purchase: purchase?.id,
      play: purchase?.isPlay ? true : undefined,
      transaction: purchase?.transaction ? purchase.transaction : undefined,
      ageSeconds: ageMs === undefined ? undefined : Math.floor(ageMs / 1_000),
    }),
  }
}
