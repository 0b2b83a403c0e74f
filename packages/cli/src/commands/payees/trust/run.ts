import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { originOf } from '../../../config/settings.ts'

/** `fiq payees trust <origin> [address]`. @throws FiqError `USAGE`, `PAYEE_CHANGED`. */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const origin = originOf(argumentOf(args, 'origin'))
  const payTo = addressIn(argumentOf(args, 'address'))
  await money.payees.trust(origin, payTo)
  output.print({
    value: { server: origin, payTo: payTo ?? null },
    view: () =>
      payTo
        ? `Trusted: payments to ${origin} go to ${payTo} and to no other address.`
        : `Trusted: fiq pays and pins the first address that ${origin} names.`,
  })
}

function addressIn(text: string): Hex | undefined {
  if (text === '') return undefined
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text as Hex
  throw new FiqError('USAGE', 'An address is 0x and 40 hex digits.', {
    facts: [`Given: ${text.slice(0, 60)}`],
  })
}
