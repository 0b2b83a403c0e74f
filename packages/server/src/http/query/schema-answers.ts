import { preparedBytes } from '@fiq/shared/pricing/prepared-bytes'
import type { PreparedOperation } from '@fiq/shared/pricing/price-request'
import { LRUCache } from 'lru-cache'
import type { GrantedRequest } from '../../execution/execute.ts'
import type { Requester } from '../../payments/fetch-budgets.ts'

/** Runs a free request. */
export type AnswerFree = (priced: GrantedRequest, requester: Requester) => Promise<string>

/** Maximum bytes of answers and their documents. A full introspection has 200,000 characters. */
const cachedBytesMax = 16 * 1024 * 1024

/** Caches introspection: its answer is constant while the server runs. */
export function cacheSchemaAnswers(answerFree: AnswerFree, bytesMax = cachedBytesMax): AnswerFree {
  const cache = new LRUCache<PreparedOperation, string>({
    maxSize: bytesMax,
    // The cache keeps the document of each answer, which is much larger than a short answer.
    sizeCalculation: (answer, prepared) => 2 * answer.length + preparedBytes(prepared),
  })
  return async (priced, requester) => {
    const { prepared } = priced
    if (!isSchemaOnly(priced)) return answerFree(priced, requester)
    const cached = cache.get(prepared)
    if (cached !== undefined) return cached
    const answer = await answerFree(priced, requester)
    cache.set(prepared, answer)
    return answer
  }
}

/** Whether all fields are introspection fields and no variable changes the answer. */
export function isSchemaOnly({ prepared, bound }: GrantedRequest): boolean {
  if ((prepared.operation.variableDefinitions ?? []).length > 0) return false
  return bound.plan.fields.every(({ field }) => field.name.startsWith('__'))
}
