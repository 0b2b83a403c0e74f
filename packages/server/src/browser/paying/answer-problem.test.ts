import { expect, test } from 'vitest'
import { answerProblem, missingParts } from './answer-problem.ts'

test('default: data is not a problem; a refusal has its reason and remedy', () => {
  expect(answerProblem({ data: { quotes: [] } })).toBeUndefined()
  const extensions = { facts: ['Did you mean AAPL?'], remedy: 'Check the spelling.' }
  expect(
    answerProblem({ errors: [{ message: 'The directory has no ticker "AAPLE".', extensions }] }),
  ).toBe('The directory has no ticker "AAPLE". Did you mean AAPL? Check the spelling.')
})

test.each([undefined, null, [], { data: null }, { data: { quotes: null } }])(
  'error: %j has no data and no reason',
  (body) => expect(answerProblem(body)).toBe('The server answered without data.'),
)

test('behavior: a partial answer states why parts are missing, at most three reasons', () => {
  const errors = ['a', 'b', 'c', 'd', 'e'].map((message) => ({ message: `${message}.` }))
  expect(missingParts({ data: { quotes: [{}] }, errors })).toBe('a. b. c. And 2 more.')
  expect(missingParts({ data: { quotes: [{}] } })).toBeUndefined()
})
