// A file of its own, loaded to sign: of all accounts viem knows, with their word lists, one is needed.
export { privateKeyToAccount } from 'viem/accounts'
