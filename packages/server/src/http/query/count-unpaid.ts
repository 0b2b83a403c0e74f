import { type HttpAnswer, whenKnown } from '../http-answer.ts'
import type { Requests } from './answer-request.ts'

/** Counts quotes and rate-limit refusals of callers without payment and key. */
export function countUnpaid(
  requests: Requests,
  tally: { quoted(): void; refused(): void },
): Requests {
  const count = (answer: HttpAnswer) => {
    if (answer.status === 402) tally.quoted()
    if (answer.code === 'RATE_LIMITED') tally.refused()
    return answer
  }
  return {
    ...requests,
    async answer(request) {
      const answer = await requests.answer(request)
      const isUnpaid = request.payment === undefined && request.sender.authorization === undefined
      return isUnpaid ? count(answer) : answer
    },
    repeat: (known, sender) =>
      known.status === 402
        ? whenKnown(requests.repeat(known, sender), count)
        : requests.repeat(known, sender),
  }
}
