import { type ErrorEntry, entry } from './error-entry.ts'

/** The codes of the client and of its local proxy. No server emits them. */
export const clientErrors = {
  // Configuration, wallet, policy
  USAGE: entry('usage', 400, 'The command line is invalid.', 'See --help of the command.'),
  INVALID_AMOUNT: entry(
    'usage',
    400,
    'The text is not an amount of USDC.',
    'Write plain decimal USDC with at most six decimals, e.g. 0.05.',
  ),
  CONFIGURATION_INVALID: entry(
    'configuration',
    400,
    'A setting is invalid.',
    'Correct the named setting; see fiq config.',
  ),
  NO_WALLET: entry(
    'wallet',
    400,
    'There is no wallet to pay with.',
    'Create one: fiq wallet create, or with --play for the play money of a sandbox. Or import one: fiq wallet import.',
  ),
  WALLET_LOCKED: entry(
    'wallet',
    400,
    'The wallet cannot be unlocked.',
    'Enter the passphrase, or unlock the keychain.',
  ),
  WALLET_EXISTS: entry(
    'wallet',
    400,
    'A wallet with this name exists; nothing was overwritten.',
    'Choose another name.',
  ),
  SERVER_UNREACHABLE: entry(
    'network',
    503,
    'The server cannot be reached; nothing was sent or signed.',
    'Start the server or correct --url, then run the command again.',
  ),
  SERVER_ERROR: entry(
    'server',
    502,
    'The server answered with an error.',
    'Try again later, or report it to the operator.',
  ),
  QUOTE_MALFORMED: entry(
    'policy',
    402,
    'The server answered 402 without a readable x402 v2 quote.',
    'Check that --url names a fiq server. Nothing was signed.',
  ),
  QUOTE_UNSUPPORTED: entry(
    'policy',
    402,
    'This wallet can pay no offer in the quote.',
    'Use a server that accepts USDC on Base by EIP-3009 authorization. Nothing was signed.',
  ),
  QUOTE_MISMATCH: entry(
    'policy',
    402,
    'The quote differs from the price that this client computes.',
    'Do not pay. Report it to the operator of the server. Nothing was signed.',
  ),
  PAYEE_CHANGED: entry(
    'policy',
    402,
    "The server's payment address differs from the earlier one.",
    'Make sure the change is genuine, then: fiq payments payee --forget.',
  ),
  OVER_LIMIT: entry(
    'policy',
    402,
    'The price exceeds one of your limits.',
    'Raise the limit or buy less. Nothing was signed.',
  ),
  OVER_BUDGET: entry(
    'policy',
    402,
    'The payment would exceed the budget.',
    'Wait until the window ends, or raise the cap: fiq budget set.',
  ),
  APPROVAL_NEEDED: entry(
    'policy',
    402,
    'The price needs approval, and there is no terminal for a prompt.',
    'Run it on a terminal, or allow it: --max-spend or --yes.',
  ),
  DECLINED: entry(
    'declined',
    402,
    'You declined the quote.',
    'Nothing was signed. Run the command again to decide otherwise.',
  ),
  INSUFFICIENT_FUNDS: entry(
    'funds',
    402,
    'The wallet holds less USDC than the price.',
    'Add USDC: fiq wallet fund.',
  ),
  JOURNAL_UNAVAILABLE: entry(
    'configuration',
    500,
    'The payment journal cannot be written, so fiq pays nothing.',
    'Free disk space, correct the permissions of the named folder, or choose another one with FIQ_HOME.',
  ),
  BUDGET_BUSY: entry(
    'budget-busy',
    503,
    'Another process has locked the budget.',
    'Try again in a moment.',
  ),
  PAYMENT_REJECTED: entry(
    'rejected',
    402,
    'The server rejected the payment, proven unsettled.',
    'Correct the cause that the reason names, then run the command again.',
  ),
  PAYMENT_OUTCOME_UNKNOWN: entry(
    'outcome-unknown',
    503,
    'A signed payment was sent, and its result is not proven yet.',
    'Run the same command again: it resumes this payment and signs nothing new.',
    'at-risk',
  ),

  // The local proxy
  TOKEN_REFUSED: entry(
    'policy',
    401,
    'The request has no valid token of this proxy.',
    'Ask the user for a token.',
  ),
  BROWSER_REFUSED: entry(
    'policy',
    403,
    'The request looks like one from a web page.',
    'Send it from a program; web pages are refused.',
  ),
  HOST_REFUSED: entry(
    'policy',
    421,
    'The Host header does not name the program that listens.',
    'Use the address that it printed at its start.',
  ),
  TOOL_NOT_ALLOWED: entry(
    'policy',
    403,
    'This client may not use the tool.',
    'Use one of the tools listed, or ask the user.',
  ),
  PAYMENTS_PAUSED: entry(
    'policy',
    503,
    'Too many payments of this client in a row were rejected or have an unknown result; its payments are paused.',
    'Tell the user; free calls still work.',
  ),
  CATALOG_CHANGED: entry(
    'policy',
    502,
    "The server's tools differ from those that this client was built with.",
    'Tell the user. Nothing was signed.',
  ),

  PARTIAL_DATA: entry(
    'partial',
    200,
    'Some fields could not be answered.',
    'Use the printed data; the errors name the missing fields.',
    'spent',
  ),
  OUTPUT_FAILED: entry(
    'output',
    500,
    'The output could not be written.',
    'Use an output that can be written, then run the same command again.',
  ),
  CANCELLED: entry(
    'cancelled',
    499,
    'Interrupted.',
    'Run the command again. This run left no payment open.',
  ),
} as const satisfies Record<string, ErrorEntry>
