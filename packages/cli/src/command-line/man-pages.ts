import type { Declaration, OptionDeclaration } from './declaration.ts'
import { shownOptions } from './help-texts/command-help.ts'

/** A manual page: its file name, e.g. `fiq-quote.1`, and its text. */
export type ManPage = { file: string; text: string }

type Program = {
  declarations: readonly Declaration[]
  globals: readonly OptionDeclaration[]
  exitCodes: readonly { exit: number; meaning: string }[]
  variables: readonly { variable: string; description: string }[]
  version: string
  /** Release day of this version, ISO 8601. */
  released: string
}

/**
 * Manual pages in `man(7)` format, from the declarations that help uses: one of fiq, one for each
 * command.
 */
export function manPages(program: Program): readonly ManPage[] {
  return [
    { file: 'fiq.1', text: mainPage(program) },
    ...program.declarations.map((declaration) => ({
      file: `fiq-${declaration.name}.1`,
      text: commandPage(declaration, program),
    })),
  ]
}

function mainPage(program: Program): string {
  const { declarations, globals, exitCodes, variables } = program
  return page('fiq', program, [
    section('NAME', ['fiq \\- finance data in the terminal, paid by the query']),
    section('SYNOPSIS', ['.B fiq', '.I command', '[words] [options]']),
    section(
      'COMMANDS',
      declarations.flatMap(({ name, summary }) =>
        tagged(`.BR fiq\\-${escaped(name)} (1)`, summary),
      ),
    ),
    section('OPTIONS', globals.flatMap(option)),
    section(
      'EXIT STATUS',
      exitCodes.flatMap(({ exit, meaning }) => tagged(`.B ${exit}`, meaning)),
    ),
    section(
      'ENVIRONMENT',
      variables.flatMap(({ variable, description }) => tagged(`.B ${variable}`, description)),
    ),
  ])
}

function commandPage(declaration: Declaration, program: Program): string {
  const { name, summary, commands = [] } = declaration
  return page(`fiq-${name}`, program, [
    section('NAME', [`fiq\\-${escaped(name)} \\- ${escaped(lowered(summary))}`]),
    section('SYNOPSIS', synopsis(declaration, `fiq ${name}`)),
    section('DESCRIPTION', descriptionOf(declaration)),
    ...parts(declaration),
    ...commands.map((inner) =>
      [
        section(`FIQ ${name.toUpperCase()} ${inner.name.toUpperCase()}`, [
          ...synopsis(inner, `fiq ${name} ${inner.name}`),
          '.PP',
          ...descriptionOf(inner),
          ...(inner.arguments ?? []).flatMap(argument),
          ...shownOptions(inner).flatMap(option),
          ...fieldsOf(inner),
          ...(inner.examples ? ['.PP', ...examplesOf(inner)] : []),
        ]),
      ].join('\n'),
    ),
    section('SEE ALSO', ['.BR fiq (1)']),
  ])
}

function parts(declaration: Declaration): string[] {
  const { arguments: words = [], fields, examples } = declaration
  const options = shownOptions(declaration)
  return [
    ...(words.length > 0 ? [section('ARGUMENTS', words.flatMap(argument))] : []),
    ...(options.length > 0 ? [section('OPTIONS', options.flatMap(option))] : []),
    ...(fields ? [section('FIELDS', [escaped(fields.join(', '))])] : []),
    ...(examples ? [section('EXAMPLES', examplesOf(declaration))] : []),
  ]
}

function page(name: string, { version, released }: Program, sections: readonly string[]): string {
  const head = `.TH "${name.toUpperCase().replaceAll('-', '\\-')}" "1" "${released}" "fiq ${version}" "fiq manual"`
  return `${[head, ...sections].join('\n')}\n`
}

function section(title: string, lines: readonly string[]): string {
  return [`.SH "${title}"`, ...lines].join('\n')
}

function synopsis({ arguments: words = [], commands }: Declaration, path: string): string[] {
  const rest = words.map(({ name, optional, variadic }) => {
    const text = `${name}${variadic ? '...' : ''}`
    return optional ? `[${text}]` : text
  })
  const line = [...rest, ...(commands ? ['command'] : []), '[options]'].join(' ')
  return [`.B ${escaped(path)}`, escaped(line)]
}

function descriptionOf({ summary, description }: Declaration): string[] {
  const paragraphs = [`${summary}.`, ...(description?.split('\n\n') ?? [])]
  return paragraphs.flatMap((text, index) => [
    ...(index === 0 ? [] : ['.PP']),
    ...text.split('\n').map((line) => escaped(line.trim())),
  ])
}

function argument({ name, description, choices }: NonNullable<Declaration['arguments']>[number]) {
  const values =
    choices && !description.includes(choices[0] ?? '') ? ` (${choices.join(', ')})` : ''
  return tagged(`.I ${escaped(name)}`, `${description}${values}`)
}

function option({ flags, description, choices, default: value }: OptionDeclaration): string[] {
  const notes = [
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...(value === undefined ? [] : [`default ${value}`]),
  ]
  const text = notes.length > 0 ? `${description} (${notes.join('; ')})` : description
  return tagged(`.B ${escaped(flags)}`, text)
}

function fieldsOf({ fields }: Declaration): string[] {
  return fields ? ['.PP', escaped(`Fields: ${fields.join(', ')}`)] : []
}

function examplesOf({ examples = [] }: Declaration): string[] {
  return examples.length > 0 ? ['.nf', ...examples.map(escaped), '.fi'] : []
}

function tagged(tag: string, text: string): string[] {
  return ['.TP', tag, escaped(text)]
}

/** Escapes backslashes, hyphens, and line beginnings that would be read as a request. */
function escaped(text: string): string {
  const plain = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replaceAll('–', '\\(en')
  return /^[.']/.test(plain) ? `\\&${plain}` : plain
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
