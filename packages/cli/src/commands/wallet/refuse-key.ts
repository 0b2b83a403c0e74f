import { FiqError } from '@fiq/shared/errors'

/**
 * A private key on the command line has leaked: to the shell's history and to every process list.
 * The key is neither used nor repeated.
 *
 * @throws FiqError `USAGE`
 */
export function refuseKey(argv: readonly string[]): void {
  if (!argv.includes('wallet') || !argv.some(isKey)) return
  throw new FiqError('USAGE', 'That looks like a private key, given on the command line.', {
    facts: [
      "It is now in the shell's history, and other users of this machine could see it.",
      'Consider it known. Nothing was imported.',
    ],
    remedy:
      'Make a new wallet (fiq wallet create) and move what this key holds. Keys are read from a file: fiq wallet import --from key.txt.',
  })
}

/** A word, or the value after the `=` of an option. */
function isKey(word: string): boolean {
  return /^(?:--?[\w-]+=)?(?:0x)?[0-9a-f]{64}$/i.test(word)
}
