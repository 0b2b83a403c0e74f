import { errorTable } from '@fiq/shared/errors'
import { exitCodeTable } from '../packages/cli/src/terminal/exit-codes.ts'
import { page, table } from './markdown.ts'

const forms = `## Form of an error over HTTP

| answer | body |
| --- | --- |
| 402 | \`{}\`, or a GraphQL response; the quote is in the header \`PAYMENT-REQUIRED\` |
| to a request with \`Accept: application/graphql-response+json\` | a GraphQL response with \`errors[].extensions\` and the status of the table |
| 200 of \`/api/graphql\` as \`application/json\` | a GraphQL response. Errors of the query and of its fields are in \`errors[].extensions\` |
| any other status from 400 on | \`application/problem+json\` (RFC 9457). \`code\`, \`facts\`, \`remedy\` and \`funds\` are members, and \`errors\` has the form of GraphQL. \`type\` leads to the code on the server's page \`/docs/errors\`; for a 429 it is the type of the RateLimit draft |
| MCP | [mcp.md](mcp.md#errors) |`

/** Text of `docs/errors.md`. */
export function errorsPage(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { status, kind, funds, summary, remedy }]) => [
      `\`${code}\``,
      String(status),
      kind,
      funds,
      summary,
      remedy,
    ],
  )
  const codes = exitCodeTable().map(({ exit, meaning }) => [String(exit), meaning])
  return page(
    'Errors',
    `<!-- Written by \`pnpm run generate\` from the table in \`packages/shared/src/error-codes\`. -->\n\nHTTP, GraphQL (\`errors[].extensions\`) and the terminal use the same codes. *Funds* says where the payer's money is: \`untouched\`; \`at-risk\`, if a signed authorization can still move it; \`spent\`; or \`owed\`, if the payment settled and the answer is still due, free. Every refusal except a 402 has its request id in the header \`X-Request-Id\`; the log of the server repeats it.`,
    [
      table(['code', 'HTTP', 'kind', 'funds', 'what happened', 'what to do'], rows),
      forms,
      '## Exit codes of `fiq`\n\n`fiq help exit-codes` prints the same table.',
      table(['code', 'meaning'], codes),
    ],
  )
}
