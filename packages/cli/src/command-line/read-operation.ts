import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { isObject, jsonOf } from '@fiq/shared/json'
import { jsonNestsDeeper } from '@fiq/shared/nesting'
import type { CliContext } from '../compose/context.ts'
import type { Operation } from '../query/operation.ts'
import type { ParsedArguments } from './declaration.ts'
import { argumentOf, optionOf, optionsOf } from './parsed-arguments.ts'

type Reader = Pick<CliContext, 'readText' | 'hasPipedInput'>

/**
 * The operation of `fiq query` and `fiq price`. A text with a brace is the query itself; any other
 * text names a file.
 *
 * @throws FiqError `USAGE` if there is no query, or a variable cannot be read.
 */
export async function readOperation(reader: Reader, args: ParsedArguments): Promise<Operation> {
  const query = await readQuery(reader, argumentOf(args, 'query'))
  const operationName = optionOf(args, 'operation')
  const variables = variablesOf(args)
  const named = operationName === undefined ? {} : { operationName }
  const { summaryLine } = await import('../payment/quote/query-summary.ts')
  const label = summaryLine(JSON.stringify({ query, variables, ...named }))
  return { query, variables, ...named, label }
}

async function readQuery(reader: Reader, word: string): Promise<string> {
  if (word === '' && !reader.hasPipedInput)
    throw new FiqError(
      'USAGE',
      'No query was given. Pass it as text, as a file, or on standard input.',
      {
        remedy:
          'For example: fiq query "{ marketStatus { isOpen } }", or fiq price quote AAPL for the price of a command.',
      },
    )
  const text = word.includes('{') ? word : await readFile(reader, word === '' ? '-' : word)
  if (text.trim() !== '') return text
  throw new FiqError('USAGE', 'The query is empty.')
}

/** @throws FiqError `USAGE`, with the commands that take a ticker if the name looks like one. */
async function readFile(reader: Reader, name: string): Promise<string> {
  try {
    return await reader.readText(name)
  } catch (error) {
    if (!/^[\w^=-]{2,20}$/.test(name)) throw error
    throw new FiqError('USAGE', `"${name}" is not a query, and no file has this name.`, {
      remedy: `A query has braces. For a ticker: fiq quote ${name}, or fiq price quote ${name}`,
      cause: error,
    })
  }
}

function variablesOf(args: ParsedArguments): Readonly<Record<string, unknown>> {
  const all = optionOf(args, 'variables')
  const variables: Record<string, unknown> = all === undefined ? {} : { ...parseObject(all) }
  for (const pair of optionsOf(args, 'var')) {
    const [name, value] = splitPair(pair)
    variables[name] = jsonOrText(value)
  }
  return variables
}

/** @throws FiqError `USAGE` when the text is not `name=value`. */
export function splitPair(pair: string): [name: string, value: string] {
  const match = /^([A-Za-z_][\w.]*)=([\s\S]*)$/.exec(pair)
  if (match) return [match[1]!, match[2]!]
  throw new FiqError('USAGE', `"${pair.slice(0, 60)}" is not of the form name=value.`)
}

/** @throws FiqError `USAGE` when the text is not a JSON object. */
export function parseObject(
  text: string,
  subject = 'The variables are',
): Readonly<Record<string, unknown>> {
  const value = jsonOrText(text)
  if (isObject(value)) return value
  throw new FiqError('USAGE', `${subject} not a JSON object.`, {
    facts: [`Starts with: ${text.slice(0, 60)}`],
  })
}

/**
 * Parses a value: `5`, `true`, `["A"]` and `{"limit":5}` are JSON; `AAPL` is a text, and so is
 * `"5"` in quotes.
 *
 * @throws FiqError `USAGE` if it nests deeper than a server accepts.
 */
export function jsonOrText(text: string): unknown {
  const { nestingMax } = bounds
  if (jsonNestsDeeper(text, nestingMax))
    throw new FiqError('USAGE', `The value nests deeper than ${nestingMax} brackets.`)
  const value = jsonOf(text)
  return value === undefined ? text : value
}
