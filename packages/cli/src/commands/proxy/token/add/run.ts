import { defined } from '@fiq/shared/defined'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../../command-line/declaration.ts'
import {
  argumentOf,
  flagOf,
  optionOf,
  optionsOf,
} from '../../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../../compose/context.ts'
import {
  confirmWindow,
  readApproveIn,
  showApproveIn,
} from '../../../../proxy/clients/approve-in.ts'
import { factsView } from '../../../../terminal/format/facts.ts'
import { readCaps } from '../read-caps.ts'
import { readToolNames } from '../read-tool-names.ts'

/** `fiq proxy token add`. @throws FiqError `USAGE`, `INVALID_AMOUNT`, `UNKNOWN_TOOL`, `APPROVAL_NEEDED`. */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { proxy, output, canPrompt } = context
  const name = argumentOf(args, 'name')
  const windowMax = readApproveIn(optionOf(args, 'approveIn') ?? 'terminal')
  const { confirm } = proxy
  await confirmWindow(name, windowMax, { canPrompt, confirm })
  const { client, token, headerFile } = await proxy.clients.add({
    name,
    ...defined({ windowMax }),
    tools: readToolNames(optionOf(args, 'tools')),
    savesHeader: flagOf(args, 'save'),
    ...readCaps(optionsOf(args, 'cap'), optionOf(args, 'perCall')),
  })
  const value = {
    client: client.name,
    token,
    perCall: formatUsdc(client.perCall),
    perDay: formatUsdc(client.perDay),
    per30Days: formatUsdc(client.per30Days),
    tools: client.tools ?? null,
    approveIn: showApproveIn(client.windowMax),
    ...defined({ headerFile }),
  }
  output.print({
    value,
    view: factsView([
      ['client', value.client],
      ['token', token],
      ['one call', `${value.perCall} USDC`],
      ['24 hours', `${value.perDay} USDC`],
      ['30 days', `${value.per30Days} USDC`],
      ['tools', client.tools?.join(', ') ?? 'all'],
      ['approved in', value.approveIn],
      ['kept in', headerFile === undefined ? undefined : headerFile],
    ]),
  })
  output.note('The token is not shown again. Send it as Authorization: Bearer <token>.')
}
