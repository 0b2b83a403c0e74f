import { FiqError } from '@fiq/shared/errors'

/**
 * Refuses a private key on the command line, because it has leaked to the shell's history and to
 * process lists. The key is neither used nor repeated.
 *
 * @throws FiqError `USAGE`
 */
export function refuseKey(argv: readonly string[]): void {
  if (!argv.includes('wallet') || !argv.some(isKey)) return
  throw new FiqError('USAGE', 'The argument looks like a private key.', {
    facts: [
      "It is now in the shell's history, and other users of this machine could see it.",
      'Treat the key as compromised. Nothing was imported.',
    ],
    remedy:
      'Create a new wallet (fiq wallet create) and move the funds of this key to it. To import a key safely, read it from a file: fiq wallet import --from key.txt.',
  })
}

/** Whether a word, or the value after the `=` of an option, is a private key. */
function isKey(word: string): boolean {
  return /^(?:--?[\w-]+=)?(?:0x)?[0-9a-f]{64}$/i.test(word)
}
