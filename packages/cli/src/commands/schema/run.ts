import type {
  AllCommands,
  Declaration,
  Given,
  OptionDeclaration,
} from '../../command-line/declaration.ts'
import { globalOptions } from '../../command-line/global-options.ts'
import { topicNames } from '../../command-line/help/topic-names.ts'
import { variables } from '../../command-line/help/topics.ts'
import type { CliContext } from '../../compose/context.ts'
import { version } from '../../config/version.ts'
import { exitCodeTable } from '../../terminal/exit-codes.ts'
import { safeJson } from '../../terminal/format/safe-json.ts'

/** The whole command line as data. */
export async function run(
  { output }: CliContext,
  _given: Given,
  allCommands: AllCommands,
): Promise<void> {
  const value = {
    name: 'fiq',
    version,
    options: globalOptions.map(optionShape),
    commands: (await allCommands()).map((declaration) => commandShape(declaration, '')),
    exitCodes: exitCodeTable(),
    environment: variables,
    topics: topicNames,
  }
  output.print({ value, view: () => safeJson(value, 2) })
}

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
