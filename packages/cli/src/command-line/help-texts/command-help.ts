import { wrap } from '../../terminal/format/text-width.ts'
import type { ArgumentDeclaration, Declaration, OptionDeclaration } from '../declaration.ts'
import { twoColumns } from './two-columns.ts'

/** Maximum width of a line; longer ones are hard to read. */
const columnsMax = 100
const namesWidth = 24

/**
 * The help of one command: summary, examples, arguments, its own options, and references.
 *
 * @param path - The words of the command, e.g. `fiq budget set`.
 */
export function commandHelp(declaration: Declaration, path: string, columns: number): string {
  const { summary, description, examples = [], fields, commands = [] } = declaration
  const width = Math.min(columns, columnsMax)
  const layout = { columns: width, left: namesWidth }
  const paragraphs = description?.split('\n\n').map((text) => paragraph(text, width)) ?? []
  const parts = [
    wrap(summary, width).join('\n'),
    examples.map((example) => `  $ ${example}`).join('\n'),
    ...paragraphs,
    usageOf(declaration, path, width),
    twoColumns(
      commands.map(({ name, summary: about }) => [name, about]),
      layout,
    ).join('\n'),
    twoColumns(shownOptions(declaration).map(optionRow), layout).join('\n'),
    lastLines(path, fields, commands)
      .flatMap((line) => wrap(line, width))
      .join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Wraps each line of a text. The rest of an indented line hangs below it. */
function paragraph(text: string, width: number): string {
  const lines = text.split('\n').flatMap((line) => {
    const words = line.trimStart()
    const indent = line.length - words.length
    if (indent === 0) return wrap(line, width)
    return wrap(words, width - indent - 2).map(
      (part, at) => `${' '.repeat(at === 0 ? indent : indent + 2)}${part}`,
    )
  })
  return lines.join('\n')
}

function usageOf(
  { arguments: words = [], commands }: Declaration,
  path: string,
  width: number,
): string {
  const line = [path, ...words.map(bracketed), ...(commands ? ['<command>'] : [])].join(' ')
  const [only] = words
  if (words.length === 1 && only)
    return twoColumns([[line, argumentText(only)]], {
      columns: width,
      left: line.length + 3,
      indent: 0,
    }).join('\n')
  const rows = words.map((word) => [word.name, argumentText(word)] as const)
  return [
    line,
    ...(rows.length > 0 ? ['', ...twoColumns(rows, { columns: width, left: namesWidth })] : []),
  ].join('\n')
}

/** An argument in a usage line: `<name>`, `[name]` if optional, `[name...]` if it takes the rest. */
export function bracketed({ name, optional, variadic }: ArgumentDeclaration): string {
  const dots = variadic ? '...' : ''
  return optional ? `[${name}${dots}]` : `<${name}${dots}>`
}

function argumentText({ description, choices }: ArgumentDeclaration): string {
  const isListed = choices === undefined || description.includes(choices[0] ?? '')
  return isListed ? description : `${description} (${choices.join(', ')})`
}

/** The options of a command that its help shows. */
export function shownOptions({ options = [] }: Declaration): readonly OptionDeclaration[] {
  return options.filter(({ isHidden }) => isHidden !== true)
}

function optionRow({ flags, description, choices, default: value }: OptionDeclaration) {
  const notes = [
    ...(choices ? [choices.join(', ')] : []),
    ...(value === undefined ? [] : [`default ${value}`]),
  ]
  const text = notes.length === 0 ? description : `${description} (${notes.join('; ')})`
  return [flags, text] as const
}

const otherOptions = 'Other options: fiq help options.'

function lastLines(
  path: string,
  fields: Declaration['fields'],
  commands: readonly Declaration[],
): readonly string[] {
  const words = path.slice('fiq '.length)
  if (commands.length > 0) return [`${path} <command> --help explains one command.`, otherOptions]
  return [`${fields ? `Fields: fiq schema ${words}. ` : ''}${otherOptions}`]
}
