import { sanitise } from '@fiq/shared/sanitise'
import { listAt, objectAt, textAt } from '../../http/bench/read-answer.ts'

/** The server's reason for an answer without data; `undefined` if it has data. */
export function answerProblem(body: unknown): string | undefined {
  if (Object.values(objectAt(body, 'data')).some((value) => value !== null)) return undefined
  const [error] = listAt(body, 'errors')
  if (error === undefined) return 'The server answered without data.'
  const message = textAt(error, 'message') ?? ''
  const facts = listAt(error, 'extensions', 'facts').filter((fact) => fact !== message)
  return sanitise(
    [message, ...facts, textAt(error, 'extensions', 'remedy')].filter(Boolean).join(' '),
  )
}
