/** A ticker or country code in upper case, without spaces from pasting. */
export function upperCased(word: string): string {
  return word.trim().toUpperCase()
}
