import { screenFilter } from '@fiq/shared/catalog/inputs'
import type { InputSchema } from '@fiq/shared/catalog/tool'
import type { Declaration, OptionDeclaration } from '../../command-line/declaration.ts'
import { screenFields } from './fields.ts'

/** `fiq screen --universe day-gainers --where 'price > 10 and marketCap < 5B'` */
export const screen: Declaration = {
  name: 'screen',
  summary: 'Screen a predefined universe of US equities',
  description:
    'Bounds are given as options, or in words with --where: conditions joined by "and" or commas on the fields, with > >= < <= = and !=, numbers with K, M, B, T or %. Conditions the server has a bound for are checked there; the rest are checked here, among the rows that came.',
  options: [
    ...Object.entries(screenFilter.properties ?? {}).map(optionOf),
    {
      flags: '-w, --where <conditions>',
      description: "e.g. 'price >= 10 and cap < 50B'; may be repeated",
      repeatable: true,
    },
    { flags: '--sort <column>', description: 'sort the rows that came; -column is descending' },
  ],
  fields: screenFields,
  examples: [
    "fiq screen --universe day-gainers --where 'price >= 10 and cap < 50B'",
    'fiq screen --universe most-shorted --sort -relativeVolume --limit 50',
    'fiq screen --min-change-percent 1 --min-dollar-volume 20M --csv',
  ],
  load: () => import('./run.ts'),
}

function optionOf([name, { type, enum: choices, description = '' }]: [
  string,
  InputSchema,
]): OptionDeclaration {
  const word = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const text = description.charAt(0).toLowerCase() + description.slice(1)
  return choices
    ? {
        flags: `--${word} <name>`,
        description: text,
        choices: choices.map((choice) => choice.toLowerCase().replaceAll('_', '-')),
      }
    : { flags: `--${word} <${type === 'integer' ? 'count' : 'number'}>`, description: text }
}
