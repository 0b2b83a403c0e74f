import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type {
  AllCommands,
  Declaration,
  OptionDeclaration,
  ParsedArguments,
} from '../../command-line/declaration.ts'
import { globalOptions } from '../../command-line/global-options.ts'
import { variables } from '../../command-line/help/topics.ts'
import { topicNames } from '../../command-line/help-texts/topic-names.ts'
import { twoColumns } from '../../command-line/help-texts/two-columns.ts'
import { argumentsOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Settings } from '../../config/settings.ts'
import { version } from '../../config/version.ts'
import { exitCodeTable } from '../../terminal/exit-codes.ts'
import { factsView } from '../../terminal/format/facts.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'
import { textWidth, wrap } from '../../terminal/format/text-width.ts'

/** Prints the whole command line as data. */
export async function run(
  { output, settings }: CliContext,
  args: ParsedArguments,
  allCommands: AllCommands,
): Promise<void> {
  const words = argumentsOf(args, 'command')
  if (words.length > 0) {
    const commands = await allCommands()
    const [word = '', ...rest] = words
    const isCommand = rest.length > 0 || commands.some(({ name }) => name === word)
    const description = isCommand ? undefined : await descriptionOf(word, settings)
    return description
      ? output.print({ value: description, view: (screen) => descriptionText(description, screen) })
      : printFields(output, words, commands)
  }
  const commands = await allCommands()
  const value = {
    name: 'fiq',
    version,
    options: globalOptions.map(optionShape),
    commands: commands.map((declaration) => commandShape(declaration, '')),
    exitCodes: exitCodeTable(),
    environment: variables,
    topics: topicNames,
  }
  const { builtInNames } = await import('./built-in-names.ts')
  output.print({
    value,
    view: (screen) =>
      overview({ commands: commands.map(({ name }) => name), ...builtInNames() }, screen),
  })
}

/** What can be described, and the commands that do it. */
function overview(names: Readonly<Record<string, readonly string[]>>, screen: Screen): string {
  const facts = Object.entries(names).map(([kind, list]) => [kind, list.join(', ')] as const)
  return [factsView(facts)(screen), '', ...twoColumns(nextSteps, { ...screen, left: 26 })].join(
    '\n',
  )
}

const nextSteps = [
  ['fiq schema quote', 'fields of a command, for --json and --columns'],
  ['fiq schema insiderTrades', 'an area: arguments, fields, price, its command'],
  ['fiq schema InsiderTrade', 'a type, with the meaning and unit of each field'],
  ['fiq tool gdp --help', 'inputs of a tool'],
  ['fiq schema --json all', 'every command, option and setting, for programs'],
] as const

/** A tool, area, root field or type of the built-in schema. */
type Description = {
  name: string
  kind: string
  about?: string
  price: { amount: string; unit: string; of: string }
  schema: string
}

/** @returns `undefined` if the schema has no such name. */
async function descriptionOf(
  name: string,
  { isPersonal }: Settings,
): Promise<Description | undefined> {
  const { builtInDescribe } = await import('../../query/built-in-describe.ts')
  try {
    return JSON.parse(builtInDescribe(isPersonal === true)(name)) as Description
  } catch (error) {
    if (error instanceof FiqError) return undefined
    throw error
  }
}

function descriptionText(
  { name, kind, about, price, schema }: Description,
  { columns }: Screen,
): string {
  const callOf: Readonly<Record<string, string>> = {
    area: `fiq entity AAPL --with ${name}`,
    tool: `fiq tool ${name} --help`,
  }
  const lines = [
    ...wrap(`${name}: ${kind}${about ? `. ${about.replaceAll('\n', ' ')}` : ''}`, columns),
    ...(callOf[kind] ? [`Use: ${callOf[kind]}`] : []),
    ...(kind === 'area'
      ? [`Price of five items of one company: ${price.amount} ${price.unit}`]
      : []),
  ]
  return [...lines, '', wrapSchema(schema, columns), ''].join('\n')
}

/** Prints the fields of one command, as `--json` and `--columns` accept them. */
function printFields(
  output: CliContext['output'],
  words: readonly string[],
  commands: readonly Declaration[],
): void {
  let found: Declaration | undefined
  let inner = commands
  for (const word of words) {
    found = inner.find(({ name }) => name === word)
    if (!found)
      throw new FiqError(
        'USAGE',
        `There is no command, tool, area or type "${words.join(' ').slice(0, 60)}".`,
        {
          facts: didYouMean(
            word,
            inner.map(({ name }) => name),
          ),
          remedy: 'fiq help lists the commands, and fiq entity --help the areas.',
        },
      )
    inner = found.commands ?? []
  }
  const rules: readonly FieldRow[] =
    found?.fieldRules ?? found?.fields?.map((field) => ({ field, type: '', nullWhen: '' })) ?? []
  const shown = found?.fieldRules ? fieldColumns : fieldColumns.slice(0, 1)
  output.print({
    value: commandShape(
      found!,
      words
        .slice(0, -1)
        .map((word) => `${word} `)
        .join(''),
    ),
    rows: rules,
    view: (screen) =>
      renderTable({ columns: shown, empty: 'This command prints no fields.' }, rules, screen),
  })
}

type FieldRow = NonNullable<Declaration['fieldRules']>[number]

const fieldColumns: readonly Column<FieldRow>[] = [
  { title: 'field', width: 24, cell: ({ field }) => field, tone: () => 'bold' },
  { title: 'type', width: 30, cell: ({ type }) => type, grows: true },
  { title: 'null when', width: 20, cell: ({ nullWhen }) => nullWhen, grows: true },
]

function commandShape(declaration: Declaration, prefix: string): Record<string, unknown> {
  const { name, summary, description, examples = [], fields = [], commands = [] } = declaration
  const path = `${prefix}${name}`
  return {
    name,
    path,
    summary,
    description: description ?? null,
    arguments: (declaration.arguments ?? []).map((argument) => ({
      name: argument.name,
      description: argument.description,
      required: argument.optional !== true,
      variadic: argument.variadic === true,
      choices: argument.choices ?? null,
    })),
    options: (declaration.options ?? []).map(optionShape),
    fields,
    ...defined({ fieldRules: declaration.fieldRules }),
    examples,
    output: declaration.inPipe ?? 'json',
    commands: commands.map((inner) => commandShape(inner, `${path} `)),
  }
}

function optionShape({
  flags,
  description,
  choices,
  repeatable,
  default: value,
}: OptionDeclaration) {
  return {
    flags,
    name: /--[\w-]+/.exec(flags)?.[0] ?? flags,
    description,
    takesValue: /[<[]/.test(flags),
    choices: choices ?? null,
    default: value ?? null,
    repeatable: repeatable === true,
  }
}

/**
 * Wraps schema text at spaces, and keeps its indentation. A description that was on one line gets
 * lines of its own, so the result is the same schema.
 */
export function wrapSchema(schema: string, columns: number): string {
  let isDescription = false
  return schema
    .split('\n')
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line)!
      const text = line.slice(indent.length)
      if (text === '"""') isDescription = !isDescription
      if (textWidth(line) <= columns) return [line]
      const indented = (part: string, hanging = '') => `${indent}${hanging}${part}`
      const [, words] = /^"""(.*)"""$/.exec(text) ?? []
      const lines = wrap(words ?? text, columns - indent.length - 2)
      if (words !== undefined) return ['"""', ...lines, '"""'].map((part) => indented(part))
      return lines.map((part, place) => indented(part, place > 0 && !isDescription ? '  ' : ''))
    })
    .join('\n')
}
