import { screenFilter } from '@fiq/shared/catalog/inputs'
import type { InputSchema } from '@fiq/shared/catalog/tool'
import type { Declaration, OptionDeclaration } from '../../command-line/declaration.ts'
import { screenFields } from './fields.ts'

/** `fiq screen --universe day-gainers --where 'price > 10 and marketCap < 5B'` */
export const screen: Declaration = {
  name: 'screen',
  summary: 'Screen a predefined universe of US equities',
  description:
    'Set bounds with options, or with --where: conditions on the fields, joined by "and" or commas, with > >= < <= = and !=, and numbers with K, M, B, T or %. The server checks the conditions for which it has a bound. fiq checks the other conditions on the rows that it received.',
  options: [
    ...Object.entries(screenFilter.properties ?? {}).map(optionOf),
    {
      flags: '-w, --where <conditions>',
      description: "e.g. 'price >= 10 and cap < 50B'; can be repeated",
      repeatable: true,
    },
    {
      flags: '--sort <column>',
      description: 'sort the received rows; -column sorts in descending order',
    },
  ],
  fields: screenFields,
  examples: [
    "fiq screen --universe day-gainers --where 'price >= 10 and cap < 50B'",
    'fiq screen --universe most-shorted --sort -relativeVolume --limit 50',
    'fiq screen --min-change-percent 1 --min-dollar-volume 20M --csv',
  ],
  load: () => import('./run.ts'),
}

function optionOf([name, schema]: [string, InputSchema]): OptionDeclaration {
  const { type, enum: choices, description = '', minimum, maximum } = schema
  const word = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const bounds =
    maximum === undefined ? '' : ` (${minimum} to ${maximum}; default ${schema.default})`
  const text = description.charAt(0).toLowerCase() + description.slice(1) + bounds
  return choices
    ? {
        flags: `--${word} <name>`,
        description: text,
        choices: choices.map((choice) => choice.toLowerCase().replaceAll('_', '-')),
      }
    : { flags: `--${word} <${type === 'integer' ? 'count' : 'number'}>`, description: text }
}
