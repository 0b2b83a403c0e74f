import type { PreparedOperation } from '@fiq/shared/pricing/price-request'
import { LRUCache } from 'lru-cache'
import type { GrantedRequest } from '../../execution/execute.ts'
import type { Requester } from '../../payments/fetch-budgets.ts'

/** Runs a free request. */
export type AnswerFree = (priced: GrantedRequest, requester: Requester) => Promise<string>

/** Characters of answers that are kept; an introspection of everything has some 200,000. */
const keptCharactersMax = 8 * 1024 * 1024

/** Caches introspection: the same introspection query has the same answer while the server runs. */
export function cacheSchemaAnswers(answerFree: AnswerFree): AnswerFree {
  const kept = new LRUCache<PreparedOperation, string>({
    maxSize: keptCharactersMax,
    sizeCalculation: (answer) => answer.length,
  })
  return async (priced, requester) => {
    const { prepared } = priced
    if (!isSchemaOnly(priced)) return answerFree(priced, requester)
    const known = kept.get(prepared)
    if (known !== undefined) return known
    const answer = await answerFree(priced, requester)
    kept.set(prepared, answer)
    return answer
  }
}

/** Only introspection fields, and no variable changes the answer. */
function isSchemaOnly({ prepared, bound }: GrantedRequest): boolean {
  if ((prepared.operation.variableDefinitions ?? []).length > 0) return false
  return bound.plan.fields.every(({ field }) => field.name.startsWith('__'))
}
