import { sanitise } from '@fiq/shared/sanitise'
import { listAt, objectAt, textAt } from '../../http/bench/read-answer.ts'

/** The server's reason for an answer without data; `undefined` if it has data. */
export function answerProblem(body: unknown): string | undefined {
  if (Object.values(objectAt(body, 'data')).some((value) => value !== null)) return undefined
  return missingParts(body) ?? 'The server answered without data.'
}

/** Maximum reasons that are shown. */
const reasonsMax = 3

/** The reasons why parts of an answer are missing; `undefined` for a complete answer. */
export function missingParts(body: unknown): string | undefined {
  const errors = listAt(body, 'errors')
  if (errors.length === 0) return undefined
  const hidden = errors.length - reasonsMax
  const reasons = errors.slice(0, reasonsMax).map(reasonOf)
  return sanitise([...reasons, ...(hidden > 0 ? [`And ${hidden} more.`] : [])].join(' '))
}

function reasonOf(error: unknown): string {
  const message = textAt(error, 'message') ?? ''
  const facts = listAt(error, 'extensions', 'facts').filter((fact) => fact !== message)
  return [message, ...facts, textAt(error, 'extensions', 'remedy')].filter(Boolean).join(' ')
}
