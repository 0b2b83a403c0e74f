import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { agentError } from './answers/agent-words.ts'
import { fiqErrorOf } from './surface.ts'

test('default: an error of fiq is unchanged', () => {
  const error = new FiqError('NOT_FOUND', 'There is none.')
  expect(fiqErrorOf(error)).toBe(error)
})

test('error: any other error asks for a report to the user, also in the words for an agent', () => {
  const error = fiqErrorOf(new TypeError('x'))
  const remedy = 'Ask the user to report this bug of fiq.'
  expect(error).toMatchObject({ code: 'INTERNAL', remedy })
  expect(agentError(error)).toMatchObject({ code: 'INTERNAL', remedy })
})
