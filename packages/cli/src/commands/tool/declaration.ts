import { catalog } from '@fiq/shared/catalog/catalog'
import type { InputSchema, Tool } from '@fiq/shared/catalog/tool'
import { toolCommand } from '@fiq/shared/catalog/tool-command'
import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq tool quotes tickers=AAPL,MSFT`: one command for each tool of the catalog. */
export const tool: Declaration = {
  name: 'tool',
  summary: 'Run a tool of the catalog',
  examples: ['fiq tool quotes tickers=AAPL,MSFT', 'fiq tool gdp --help'],
  members: { noun: 'tool', code: 'UNKNOWN_TOOL', remedy: 'fiq tools lists them.' },
  commands: catalog.map(declarationOf),
}

function declarationOf({ name, summary, inputSchema, variables }: Tool): Declaration {
  return {
    name,
    summary,
    description: `Inputs:\n${inputLines(inputSchema, '').join('\n') || '  none'}`,
    arguments: [
      {
        name: 'inputs',
        description:
          'name=value pairs; commas separate list items, dots name nested inputs: filter.limit=5',
        optional: true,
        variadic: true,
      },
    ],
    options: [
      {
        flags: '--input <json>',
        description: 'all inputs as one JSON object: text, a file, or - for standard input',
      },
    ],
    examples: [toolCommand(name, variables)],
    load: async () => {
      const { toolRun } = await import('./run.ts')
      return { run: toolRun(name) }
    },
  }
}

/** One line for each input: name, type, bounds, meaning. */
function inputLines(schema: InputSchema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const name = `${prefix}${key}`
    if (inner.type === 'object') return inputLines(inner, `${name}.`)
    const needed = schema.required?.includes(key) ? 'required, ' : ''
    return `  ${name}: ${needed}${describeBounds(inner)}${inner.description ? `. ${inner.description}` : ''}`
  })
}

function describeBounds(schema: InputSchema): string {
  const { type, minimum, maximum, minItems, maxItems, maxLength } = schema
  const words = [
    type === 'array' ? 'list' : type === 'string' ? 'text' : type,
    ...(minItems === undefined ? [] : [`${minItems} to ${maxItems} items`]),
    ...(minimum === undefined
      ? []
      : [maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(schema.enum ? [`one of ${schema.enum.join(' ')}`] : []),
    ...(schema.default === undefined ? [] : [`default ${String(schema.default)}`]),
  ]
  return words.join(', ')
}
