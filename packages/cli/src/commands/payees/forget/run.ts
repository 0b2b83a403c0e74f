import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { originOf } from '../../../config/settings.ts'

/** `fiq payees forget <origin>`. @throws FiqError `NOT_FOUND`. */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const origin = originOf(argumentOf(args, 'origin'))
  if (!(await money.payees.forget(origin)))
    throw new FiqError('NOT_FOUND', `This profile has no stored payee for ${origin}.`, {
      remedy: 'fiq payees list shows the stored payees.',
    })
  output.print({
    value: { server: origin, forgotten: true },
    view: () => `Forgotten: the next payment to ${origin} is treated as the first.`,
  })
}
