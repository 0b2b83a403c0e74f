/** Sessions of US exchanges in words. */
export const sessionWords: Readonly<Record<string, string>> = {
  PRE: 'before open',
  REGULAR: 'in session',
  POST: 'after close',
}
