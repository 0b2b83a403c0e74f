import { SaxesParser } from 'saxes'

/** An element of an XML document. Names are local: the namespace prefix is a separate member. */
export type XmlElement = {
  prefix: string
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** The text directly in the element, entities decoded, without white space at both ends. */
  text: string
}

/** Maximum elements. The largest list in use has some hundred thousand. */
const elementsMax = 2_000_000
const depthMax = 100
const options = { xmlns: false, position: false } as const

/**
 * Parses an XML document to a tree. Decodes only the five entities of XML and numeric characters,
 * and refuses a DOCTYPE, so the text never grows.
 *
 * @returns the root, or `undefined` if the text is not well-formed, too deep or too large. White
 * space around the document is allowed: some upstreams send an empty line before the declaration.
 */
export function xmlRoot(text: string): XmlElement | undefined {
  const parser = new SaxesParser<typeof options>(options)
  const top = openElement('', {})
  const open: OpenElement[] = [top]
  let elements = 0
  const stop = (reason: string) => {
    throw new RangeError(reason)
  }
  parser.on('error', (error) => stop(error.message))
  parser.on('doctype', () => stop('a DOCTYPE'))
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (elements > elementsMax || open.length > depthMax) stop('too large')
    open.push(openElement(name, attributes))
  })
  const add = (part: string) => {
    const element = open.at(-1)!
    // In a long list most text is indentation.
    if (element.text !== '' || part.trim() !== '') element.text += part
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const element = open.pop()!
    const parent = open.at(-1)!
    element.text = element.text.trim()
    if (parent.children === noChildren) parent.children = [element]
    else parent.children.push(element)
  })
  try {
    parser.write(text.trim()).close()
  } catch {
    return undefined
  }
  return top.children[0]
}

/** The children of that name, in order. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** The first element along a path of names, or `undefined`. */
export function elementAt(element: XmlElement, ...path: string[]): XmlElement | undefined {
  let found: XmlElement | undefined = element
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found
}

/** The text of the first element along a path, or `null` if there is none or it is empty. */
export function textAt(element: XmlElement, ...path: string[]): string | null {
  return elementAt(element, ...path)?.text || null
}

/** The number in the text of the first element along a path, or `null` if there is none. */
export function numberAt(element: XmlElement, ...path: string[]): number | null {
  const text = textAt(element, ...path)?.replaceAll(',', '') ?? ''
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null
}

/** An element that is not closed yet. The parser fills it and then returns it. */
type OpenElement = {
  -readonly [key in keyof XmlElement]: key extends 'children' ? XmlElement[] : XmlElement[key]
}

/** Elements without child elements share one empty list, which never changes. */
const noChildren: XmlElement[] = []

function openElement(name: string, attributes: Readonly<Record<string, string>>): OpenElement {
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  return { prefix, name: name.slice(colon + 1), attributes, children: noChildren, text: '' }
}
