import { textWidth, wrap } from '../../terminal/format/text-width.ts'

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
