/** The word that starts this program as an agent. Not a command: only `fiq wallet unlock` uses it. */
export const agentWord = '--wallet-agent'
