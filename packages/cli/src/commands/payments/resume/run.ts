import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { safeJson } from '../../../terminal/format/safe-json.ts'

/** `fiq payments resume [id]`: prints the answer that was paid for. Signs nothing. */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const id = argumentOf(args, 'id')
  if (id === '') {
    const decided = await money.payments.prove()
    output.print({
      value: { decided },
      view: () => `Payments whose outcome the chain proved: ${decided}`,
    })
    return
  }
  const answer = await money.payments.resume(id)
  const value = jsonIn(answer)
  output.print({ value, view: () => safeJson(value, 2) })
  await output.flushed()
  answer.delivered()
  for (const note of answer.notes) output.note(note)
}

function jsonIn({ body }: { body: string }): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new FiqError('SERVER_ERROR', 'The paid answer is not JSON.', { cause })
  }
}
