import type { InputSchema } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { jsonOrText, parseObject, splitPair } from '../../command-line/read-operation.ts'
import type { CliContext } from '../../compose/context.ts'
import type { ToolInput } from '../../query/tool-query.ts'

/** Input on the command line: `name=value` words, and the text of `--input`. */
export type GivenInput = { pairs: readonly string[]; json: string | undefined }

/**
 * The input of a tool: `--input` (JSON, a file, or standard input), overridden by the pairs.
 * Without both, reads piped input. Texts are converted to the schema's types; the result is
 * validated later.
 *
 * @throws FiqError `USAGE` if a word is not `name=value` or the input is not a JSON object.
 */
export async function readInput(
  reader: Pick<CliContext, 'readText' | 'hasPipedInput'>,
  schema: InputSchema,
  { pairs, json }: GivenInput,
): Promise<ToolInput> {
  const takesNothing = Object.keys(schema.properties ?? {}).length === 0
  const text =
    json === undefined
      ? pairs.length === 0 && reader.hasPipedInput && !takesNothing
        ? await reader.readText('-')
        : ''
      : /^\s*[{[]/.test(json)
        ? json
        : await reader.readText(json)
  const input: Record<string, unknown> =
    text.trim() === '' ? {} : { ...parseObject(text, 'The input is') }
  for (const pair of pairs) {
    const [path, value] = splitPair(pair)
    place(input, schema, path.split('.'), value)
  }
  return input
}

function place(
  into: Record<string, unknown>,
  schema: InputSchema,
  path: readonly string[],
  text: string,
): void {
  const [key = '', ...rest] = path
  const properties = schema.properties ?? {}
  const inner = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (!inner)
    throw new FiqError('USAGE', `There is no input "${key.slice(0, 60)}".`, {
      facts: [
        ...didYouMean(key, Object.keys(properties)),
        `Inputs: ${Object.keys(properties).join(', ') || 'none'}`,
      ],
    })
  if (rest.length === 0) {
    into[key] = typed(inner, text)
    return
  }
  const existing = into[key]
  const below = isObject(existing) ? { ...existing } : {}
  place(below, inner, rest, text)
  into[key] = below
}

/**
 * Converts a text to the schema's type: `AAPL,MSFT` to a list if a list is required; `5` stays a
 * text if a text is required.
 */
function typed(schema: InputSchema, text: string): unknown {
  if (schema.type === 'string') return text
  const json = jsonOrText(text)
  if (schema.type !== 'array') return json
  if (Array.isArray(json)) return json
  return text.split(',').map((item) => (schema.items ? typed(schema.items, item.trim()) : item))
}
