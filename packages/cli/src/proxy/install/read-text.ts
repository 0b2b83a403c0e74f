import { lstatSync, readFileSync, statSync } from 'node:fs'
import { FiqError } from '@fiq/shared/errors'
import { readIfExists } from '@fiq/shared/read-if-exists'

/**
 * The text of a file; `undefined` if there is none.
 *
 * @throws FiqError `CONFIGURATION_INVALID` for a file whose bytes would not survive a change, such
 * as one in another encoding, and for a link without a file, which a new file would replace.
 */
export function readText(path: string): string | undefined {
  const text = readIfExists(
    () => {
      // Reading a pipe would wait for its writer.
      if (!statSync(path).isFile()) throw new Error('It is not a file.')
      return utf8.decode(readFileSync(path))
    },
    (cause) => unreadable(path, cause),
  )
  if (text === undefined && lstatSync(path, { throwIfNoEntry: false }))
    throw unreadable(path, new Error('It is a link to a file that does not exist.'))
  return text
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function unreadable(path: string, cause: Error): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'The configuration cannot be read.', {
    facts: [`File: ${path}`, `Reason: ${cause.message}`],
    remedy: 'Make it a readable file in UTF-8; nothing was changed.',
    cause,
  })
}
