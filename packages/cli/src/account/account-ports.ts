import type { StoredKey } from './stored-keys.ts'

export type KeyPlace = StoredKey['place']

/** Signing in and out at the server of this run. */
export type AccountPorts = {
  /** The key a question is sent with: the one given, else the one kept; `undefined`: it is paid for. */
  key(): Promise<string | undefined>
  /** Facts about the stored key, without the key. */
  stored(): Omit<StoredKey, 'key'> | undefined
  /**
   * Stores a key: in the OS keychain if one answers, else in a file of mode 0600.
   * @throws FiqError `CONFIGURATION_INVALID` for a text that is not a key.
   */
  store(
    key: string,
    about: Pick<StoredKey, 'by' | 'id' | 'expiresAt'>,
    place?: KeyPlace,
  ): Promise<KeyPlace>
  /** Deletes the key. @returns its facts, and the key itself if it could be read. */
  forget(): Promise<StoredKey | undefined>
  /** Prompts for a key on the terminal, without echo. @throws FiqError without a terminal. */
  promptKey(): Promise<string>
  /**
   * Shows the message for the server's answer, prompts, and signs it with the wallet.
   * @throws FiqError `DECLINED`, `APPROVAL_NEEDED`, `SIGN_IN_REFUSED`, and errors of opening a
   * wallet.
   */
  signIn(nonceAnswer: unknown): Promise<{ message: string; signature: string; address: string }>
  /**
   * Signs the user in through the browser, and waits until it returns to this computer.
   *
   * @param given.open - open the browser, else only print the address.
   * @returns the code and verifier to exchange for the key at the server.
   * @throws FiqError `SIGN_IN_REFUSED`, and errors of the server.
   */
  signInWithBrowser(given: { open: boolean }): Promise<{ code: string; verifier: string }>
}
