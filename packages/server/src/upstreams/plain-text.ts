import { decodeHTML } from 'entities'

/**
 * Text of a fragment of HTML: tags removed, character references decoded, white space folded to
 * single spaces. Decodes every reference of HTML 5, by name and by number.
 *
 * @example plainText('Ecology &amp; <i>Meta</i>\n bourneti') // 'Ecology & Meta bourneti'
 */
export function plainText(html: string): string {
  return decodeHTML(html.replace(/<\/?[a-z][^>]*>/gi, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}
