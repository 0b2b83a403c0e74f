/**
 * Breaks lines at spaces, to at most this many characters. A longer word stays whole.
 *
 * @example wrapText('You may switch them on.', 12) // 'You may\nswitch them\non.'
 */
export function wrapText(text: string, columns: number): string {
  return text.replace(new RegExp(`(?=.{${columns + 1}})(.{1,${columns}}) +`, 'g'), '$1\n')
}
