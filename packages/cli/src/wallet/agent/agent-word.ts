/**
 * The argument that starts this program as an agent. It is not a command: only `fiq wallet unlock`
 * uses it.
 */
export const agentWord = '--wallet-agent'
