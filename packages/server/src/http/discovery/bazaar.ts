import type { InputSchema, Tool } from '@fiq/shared/catalog/tool'

/**
 * Key of the x402 extension that tells directories how to call a priced resource. Source: x402
 * `specs/extensions/bazaar.md`.
 */
export const bazaarExtension = 'bazaar'

/** The complete description of a tool's HTTP call. */
export function bazaarFor(tool: Tool): object {
  return bazaarForms(tool)[0]!
}

/**
 * Descriptions of a tool's HTTP call in the form of the extension, longest first. A quote carries
 * the first one that fits into its header.
 */
function bazaarForms({ variables, inputSchema, outputPath }: Tool) {
  const required = inputSchema.required ?? []
  const shortest = Object.fromEntries(required.map((name) => [name, variables[name]]))
  return [
    bazaarOf(variables, inputSchema, outputPath),
    bazaarOf(variables, withoutTexts(inputSchema), outputPath),
    bazaarOf(shortest, { type: 'object', required }, outputPath),
  ]
}

/** The descriptions as JSON members of `extensions`. */
export function discoveryTexts(tool: Tool): readonly string[] {
  return bazaarForms(tool).map((form) => `"${bazaarExtension}":${JSON.stringify(form)}`)
}

function bazaarOf(body: object, bodySchema: object, outputPath: string) {
  const input = { type: 'http', method: 'POST', bodyType: 'json', body }
  return {
    info: { input, output: { type: 'json', example: exampleOf(outputPath) } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: ['POST'] },
            bodyType: { type: 'string', enum: ['json'] },
            body: bodySchema,
          },
          required: ['type', 'method', 'bodyType', 'body'],
          additionalProperties: false,
        },
        output: { type: 'object', required: ['type'] },
      },
      required: ['input'],
    },
  } as const
}

/** A skeleton that shows the position of the answer, e.g. `{ data: { quotes: {} } }`. */
function exampleOf(outputPath: string): object {
  return outputPath.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), {})
}

/** The same schema without descriptions. */
function withoutTexts(schema: InputSchema): object {
  const isText = (key: string, value: unknown) => key === 'description' && typeof value === 'string'
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (isText(key, value) ? undefined : value)),
  ) as object
}
