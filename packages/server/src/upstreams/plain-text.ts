import { decodeHTML } from 'entities'

/**
 * Text of an HTML fragment: without tags, with decoded character references, white space as single
 * spaces. Decodes every reference of HTML 5, by name and by number.
 *
 * @example plainText('Ecology &amp; <i>Meta</i>\n bourneti') // 'Ecology & Meta bourneti'
 */
export function plainText(html: string): string {
  return decodeHTML(html.replace(/<\/?[a-z][^<>]*>/gi, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}
