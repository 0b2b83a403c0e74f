/** Settings of how answers are stored and sent. */
export const answerSettings = {
  largeAnswers: {
    flag: '--large-answers <megabytes>',
    variable: 'FIQ_LARGE_ANSWERS',
    default: '4096',
    help: 'database space for answers above 1 MiB, compressed, while they can be fetched again; without free space, large answers are not sold',
  },
  keepAnswers: {
    flag: '--keep-answers <hours>',
    variable: 'FIQ_KEEP_ANSWERS',
    default: '24',
    help: 'hours that an answer can be fetched again with its payment; longer while the payment is valid',
  },
  answerBudget: {
    flag: '--answer-budget <bytes>',
    variable: 'FIQ_ANSWER_BUDGET',
    default: '40000',
    help: 'MCP from 2025-11-25 on: maximum bytes of an answer in a result; a larger answer becomes a summary with a link to the whole answer. At least 4000, or 0 for whole answers',
  },
  mcpPaymentExtension: {
    flag: '--mcp-payment-extension <on|off>',
    variable: 'FIQ_MCP_PAYMENT_EXTENSION',
    default: 'on',
    help: 'MCP 2026-07-28: give clients that declare the extension org.x402/payment their quotes as a result of its own type; on or off',
  },
} as const
