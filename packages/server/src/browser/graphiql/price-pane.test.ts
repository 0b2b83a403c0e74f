import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlCommand, fiqCommand } from './price-pane.tsx'

const operation = {
  query: '# a comment\n{ searchEntities(query: "o\'reilly $HOME") { id } }\n',
  variables: { ticker: 'AAPL', limit: 5, id: '5', list: ["a'b"] },
  operationName: 'Company',
}

/** Splits a command into words with a shell, in which printf replaces the program. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', command.replace(/^(fiq|curl) /, "printf '%s\\0' ")], {
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1)

test('default: a shell parses the same query and variables', () => {
  expect(wordsOf(fiqCommand(operation))).toEqual([
    'query',
    '{searchEntities(query:"o\'reilly $HOME"){id}}',
    '--var',
    'ticker=AAPL',
    '--var',
    'limit=5',
    '--var',
    'id="5"',
    '--var',
    `list=["a'b"]`,
    '--operation',
    'Company',
  ])
})

test('default: curl sends the same body', () => {
  const words = wordsOf(curlCommand(operation, 'https://fiq.test/api/graphql'))
  expect(words[1]).toBe('https://fiq.test/api/graphql')
  expect(JSON.parse(words.at(-1) ?? '')).toEqual({
    ...operation,
    query: '{searchEntities(query:"o\'reilly $HOME"){id}}',
  })
})
