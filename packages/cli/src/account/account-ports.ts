import type { StoredKey } from './stored-keys.ts'

export type KeyPlace = StoredKey['place']

/** Signing in and out at the server of this run. */
export type AccountPorts = {
  /** The key a question is sent with: the one given, else the one kept; `undefined`: it is paid for. */
  key(): Promise<string | undefined>
  /** What is known of the key that is kept, without the key. */
  stored(): Omit<StoredKey, 'key'> | undefined
  /**
   * Keeps a key: in the OS keychain when one answers, else in a file of mode 0600.
   * @throws FiqError `CONFIGURATION_INVALID` for what is no key.
   */
  store(
    key: string,
    about: Pick<StoredKey, 'by' | 'id' | 'expiresAt'>,
    place?: KeyPlace,
  ): Promise<KeyPlace>
  /** Forgets the key. @returns what was known of it, its text included where it could be read. */
  forget(): Promise<StoredKey | undefined>
  /** Asks for a key on the terminal, unechoed. @throws FiqError where nobody can be asked. */
  promptKey(): Promise<string>
  /**
   * Shows the message for the server's answer, asks, and signs it with the wallet.
   * @throws FiqError `DECLINED`, `APPROVAL_NEEDED`, `SIGN_IN_REFUSED`, and what opening a wallet throws.
   */
  signIn(nonceAnswer: unknown): Promise<{ message: string; signature: string; address: string }>
  /**
   * Has the user sign in with the browser, and waits for it to come back to this computer.
   *
   * @param given.open - Open the browser, else only say the address.
   * @returns what the key is fetched with at the server.
   * @throws FiqError `SIGN_IN_REFUSED`, and what the server answers.
   */
  signInWithBrowser(given: { open: boolean }): Promise<{ code: string; verifier: string }>
}
