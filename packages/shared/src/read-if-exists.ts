/**
 * Reads a file or a folder; `undefined` if it does not exist.
 *
 * @param errorOf The error for any other failure, which is thrown itself by default.
 * @example readIfExists(() => readFileSync(path, 'utf8'))
 */
export function readIfExists<value>(
  read: () => value,
  errorOf: (cause: Error) => Error = (cause) => cause,
): value | undefined {
  try {
    return read()
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ENOENT') return undefined
    throw errorOf(cause as Error)
  }
}
