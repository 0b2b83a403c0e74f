import { createScanner, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

type Path = readonly [servers: string, name: string]

/**
 * Sets a member of a member of a JSON object with comments. The rest of the text stays unchanged,
 * byte for byte. Its first indented line gives the indentation of the new lines.
 */
export function withMember(text: string, [outer, name]: Path, value: object): string {
  const root = treeOf(text)
  const holder = findNodeAtLocation(root, [outer])
  if (!holder) return insert(text, root, outer, { [name]: value })
  const existing = findNodeAtLocation(holder, [name])
  if (!existing) return insert(text, holder, name, value)
  const { offset, length } = existing
  const lines = linesOf(value, indentAt(text, offset), text)
  return text.slice(0, offset) + lines + text.slice(offset + length)
}

/** Removes the member, with its comma and its line. */
export function withoutMember(text: string, path: Path): string {
  const member = findNodeAtLocation(treeOf(text), [...path])?.parent
  if (!member) return text
  const { offset, length } = member
  const end = offset + length
  const comma = commaFrom(text, end)
  if (comma !== undefined) return cut(text, offset, comma + 1)
  const siblings = member.parent?.children ?? []
  const before = siblings[siblings.indexOf(member) - 1]
  const earlier = before && commaFrom(text, before.offset + before.length)
  const remaining = cut(text, offset, end)
  return earlier === undefined
    ? remaining
    : remaining.slice(0, earlier) + remaining.slice(earlier + 1)
}

function treeOf(text: string): Node {
  return parseTree(text, [], { allowTrailingComma: true })!
}

function insert(text: string, holder: Node, name: string, value: object): string {
  const last = holder.children?.at(-1)
  const put = (at: number, added: string) => text.slice(0, at) + added + text.slice(at)
  const member = (lead: string) => `${JSON.stringify(name)}: ${linesOf(value, lead, text)}`
  const end = lineEndOf(text)
  if (last) {
    const at = last.offset + last.length
    const lead = leadOf(text, last.offset)
    // Members of one line get another one on it.
    return lead === undefined
      ? put(at, `, ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      : put(at, `,${end}${lead}${member(lead)}`)
  }
  const lead = indentAt(text, holder.offset)
  const inner = lead + unitOf(text)
  const at = holder.offset + 1
  const isOpen = text.slice(at, holder.offset + holder.length).includes('\n')
  return put(at, `${end}${inner}${member(inner)}${isOpen ? '' : end + lead}`)
}

/** Removes a part, and its line if nothing else is on it. */
function cut(text: string, from: number, to: number): string {
  const lead = leadOf(text, from)
  const rest = /^[ \t]*\r?\n/.exec(text.slice(to))?.[0]
  if (lead === undefined || rest === undefined) return text.slice(0, from) + text.slice(to)
  return text.slice(0, from - lead.length) + text.slice(to + rest.length)
}

/** The position of the comma that follows, after white space and comments only. */
function commaFrom(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return text[at] === ',' ? at : undefined
}

/** The white space before a position, if there is nothing else on its line. */
function leadOf(text: string, at: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*$/.test(before) ? before : undefined
}

/** The indentation of the line of a position. */
function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))![0]
}

function unitOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function linesOf(value: object, lead: string, text: string): string {
  const json = JSON.stringify(value, undefined, unitOf(text))
  return json.replaceAll('\n', `${lineEndOf(text)}${lead}`)
}
