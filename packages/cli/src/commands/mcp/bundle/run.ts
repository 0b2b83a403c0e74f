import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { version } from '../../../config/version.ts'

/** `fiq mcp bundle`. @throws FiqError `CONFIGURATION_INVALID` */
export async function run({ proxy, output }: CliContext, args: ParsedArguments): Promise<void> {
  const value = await proxy.bundle(optionOf(args, 'output') ?? `fiq-mcp-${version}.mcpb`)
  const { path, bytes, sha256 } = value
  output.print({ value, view: () => `${path}, ${bytes} bytes, SHA-256 ${sha256}` })
}
