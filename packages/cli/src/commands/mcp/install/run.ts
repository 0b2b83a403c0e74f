import { hasCode } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { confirmWindow, readApproveIn } from '../../../proxy/clients/approve-in.ts'

/** `fiq mcp install`. @throws FiqError `NOT_FOUND`, `CONFIGURATION_INVALID`, `DECLINED`. */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const name = argumentOf(args, 'client')
  const { proxy, canPrompt } = context
  const approveIn = optionOf(args, 'approveIn')
  const windowMax = approveIn === undefined ? undefined : readApproveIn(approveIn)
  await confirmWindow(name, windowMax, { canPrompt, confirm: proxy.confirm })
  await change(context, name, 'install', args.options['check'] !== false)
  if (approveIn === undefined) return
  await proxy.clients.ensure(name)
  await proxy.clients.approveInWindow(name, windowMax)
  context.output.note(`Payments of ${name} are approved in: ${approveIn}`)
}

/** An unlocked wallet can sign for this time. */
const unlockedMs = 28_800_000

/** Starts the entry. If its wallet is locked, offers to unlock it, and starts it again. */
async function proveOrUnlock(
  { canPrompt, money, settings, output, proxy }: CliContext,
  prove: () => Promise<unknown>,
): Promise<void> {
  try {
    await prove()
  } catch (error) {
    const isLocked = hasCode(error, 'WALLET_LOCKED')
    if (!isLocked || !canPrompt || settings.yes) throw error
    output.warn('An agent cannot enter the passphrase of the wallet.')
    if (!(await proxy.confirm('Unlock the wallet for 8 hours now? [y/N]: '))) throw error
    await money.wallets.unlock(undefined, unlockedMs)
    await prove()
  }
}

/** Shows the change, prompts, and applies it. */
export async function change(
  context: CliContext,
  name: string,
  kind: 'install' | 'uninstall',
  isProven = false,
): Promise<void> {
  const { proxy, settings, output } = context
  const { path, diff, carryOut, agreed, prove } = await proxy.plan(kind, name)
  if (isProven) await proveOrUnlock(context, prove)
  if (diff === '') {
    output.print({
      value: { client: name, path, changed: false },
      view: () => 'There is nothing to change.',
    })
    return
  }
  output.warn(path)
  for (const line of diff.split('\n')) output.warn(line)
  if (!settings.yes) await agreed()
  await carryOut()
  output.print({
    value: { client: name, path, changed: true },
    view: () => `The configuration was written. Restart ${name} to use it.`,
  })
  if (kind === 'install' && (await isNewServer(context)))
    output.note(
      `Its first payment to ${settings.url} waits for your approval (fiq proxy approvals), unless you trust the server now: fiq payees trust ${settings.url}`,
    )
}

/** Whether the server takes payments from the wallet, and was neither trusted nor paid. */
async function isNewServer({ money, proxy, settings }: CliContext): Promise<boolean> {
  if (settings.isPersonal || (await proxy.paysWithCredits())) return false
  const { origin } = new URL(settings.url)
  return !(await money.payees.list()).some((payee) => payee.origin === origin)
}
