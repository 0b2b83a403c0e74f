import type { DescribedKind } from '@fiq/shared/agent-tools/describe'
import { defined } from '@fiq/shared/defined'
import { createAccountPorts } from '../account/create-account-ports.ts'
import type { Folders } from '../config/folders.ts'
import type { Settings } from '../config/settings.ts'
import { version } from '../config/version.ts'
import { type Limits, readLimits } from '../payment/budget/limits.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'
import type { PayerOptions } from '../payment/payer-options.ts'
import type { PaidRequest } from '../payment/quote/paid-request.ts'
import { staySmall } from '../proxy/serve/stay-small.ts'
import type { Operation } from '../query/operation.ts'
import { loadBuiltInTariff, priceOnce } from '../query/price-cache.ts'
import { createServerClient, type ServerClient } from '../query/server-client.ts'
import { createApprovalTerminal, type Drawing } from '../terminal/approval-terminal.ts'
import { canDraw } from '../terminal/can-draw.ts'
import { isAscii } from '../terminal/is-ascii.ts'
import { openLiveTerminal } from '../terminal/live-terminal.ts'
import { createOutput, type OutputOptions } from '../terminal/output.ts'
import { openProgress, type Progress } from '../terminal/progress.ts'
import { isDumb } from '../terminal/wants-colour.ts'
import type { CliContext } from './context.ts'
import { creditPorts, proxyAccount } from './credit-ports.ts'
import { machinePorts } from './machine-ports.ts'
import { createMoney, findOpenWith } from './money.ts'
import { personalOf, readSettings } from './own-server.ts'
import { payerSettings } from './payer-settings.ts'
import { createProxy } from './proxy.ts'
import { sessionPorts } from './session-ports.ts'
import { inputBytesMax, type World } from './world.ts'

/** The context of one run, and the function to call after its output is printed. */
export type OpenContext = { context: CliContext; delivered: ServerClient['delivered'] }

/**
 * Builds the context from the world: resolves settings, sends nothing, loads no large modules.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function openContext(
  processWorld: World,
  flags: Readonly<Record<string, unknown>>,
  outputOptions: OutputOptions,
): OpenContext {
  const { world, folders, stored, settings } = readSettings(processWorld, flags)
  const estimate = estimateFor(settings)
  const looks = { isReadAloud: isReadAloud(world, flags), isAscii: isAscii(world.env) }
  const drawsOver = !looks.isReadAloud && !isDumb(world.env)
  const output = createOutput(world.stdout, world.stderr, { ...outputOptions, ...looks })
  const progress = openProgress(world.stderr, world.timers, { ...looks, drawsOver })
  world.onAbruptEnd(progress.pause)
  const terminal = openTerminal(world, flags, progress)
  const account = openAccount(world, flags, { folders, settings, terminal })
  // Read on demand, so that help works even if the budget file is unusable.
  const payerOptions = (): PayerOptions => ({
    ...payerSettings(world, flags, { folders, settings }),
    ...world.process,
    send: world.send,
    terminal,
    limits: limitsOf(settings, folders),
    apiKey: account.key,
    follow: world.money.follow,
  })
  const ports = {
    settings,
    key: account.key,
    send: world.send,
    progress,
    note: output.note,
    expected: (operation: Operation) => priceOnce(operation, world.prices),
    estimate,
    ...creditPorts(world, folders),
    findOpen: findOpenWith(payerOptions),
  }
  const client = createServerClient({ ...ports, pay: payWith(payerOptions) })
  return {
    delivered: client.delivered,
    context: {
      query: client.query,
      callFree: client.callFree,
      callWithKey: client.callWithKey,
      topUp: client.topUp,
      ...sessionPorts(world, folders, { ports, payerOptions, key: account.key }),
      get live() {
        return openLiveTerminal(world, progress, { drawsOver, colour: output.screen.colour })
      },
      account,
      stated: world.money.state,
      estimate,
      examine: () => examine(world, flags, { folders, settings, path: stored.path }),
      output,
      get money() {
        return createMoney(payerOptions())
      },
      get proxy() {
        const paying = { payer: payerOptions(), account: proxyAccount(account, ports) }
        return createProxy({ ...world, ...proxySettings(settings, output), ...paying })
      },
      personal: () => personalOf(world, folders, terminal),
      settings,
      stored,
      readText: (source) => readText(world, source),
      ...machinePorts(world, folders),
      get canPrompt() {
        return terminal.interactive
      },
      hasPipedInput: world.stdin.isPiped,
    },
  }
}

function readText({ stdin, readFile }: World, source: string): Promise<string> {
  return source === '-' ? stdin.read(inputBytesMax) : readFile(source, inputBytesMax)
}

/** Runs the checks without the limits, because an unreadable budget file is a finding. */
async function examine(
  world: World,
  flags: Readonly<Record<string, unknown>>,
  { folders, settings, path }: { folders: Folders; settings: Settings; path: string },
) {
  const { examine } = await import('../doctor/examine.ts')
  const { url, profile } = settings
  const { send, nodeVersion } = world
  return examine({
    ...payerSettings(world, flags, { folders, settings }),
    ...world.process,
    send,
    folders,
    url,
    version,
    nodeVersion,
    settings: { path, profile },
  })
}

/** Settings and output functions of the proxy. */
function proxySettings(settings: Settings, { note, screen }: CliContext['output']) {
  return {
    maxPrice: settings.maxPrice,
    serverUrl: settings.url,
    isPersonal: settings.isPersonal === true,
    serverUrlFrom: settings.origins.find(({ name }) => name === 'url')?.from ?? 'default',
    expected: async (operation: Operation) => (await loadBuiltInTariff()).expected(operation),
    estimate: estimateFor(settings),
    describe: async (name: string, kind?: DescribedKind) => {
      const { builtInDescribe } = await import('../query/built-in-describe.ts')
      return builtInDescribe(settings.isPersonal === true)(name, kind)
    },
    note,
    screen,
    staySmall,
  }
}

function openAccount(
  world: World,
  flags: Readonly<Record<string, unknown>>,
  parts: { folders: Folders; settings: Settings; terminal: ReturnType<typeof openTerminal> },
) {
  const { settings, terminal } = parts
  // Not `...world.process`: reading its `session` would load the random number generator.
  const { clock, randomBytes, loadKeychain } = world.process
  return createAccountPorts({
    ...payerSettings(world, flags, parts),
    clock,
    randomBytes,
    loadKeychain,
    send: world.send,
    after: world.timers.after,
    openBrowser: world.openBrowser,
    terminal,
    givenKey: settings.apiKey,
    keyless: settings.keyless === true,
    yes: settings.yes,
  })
}

function isReadAloud({ env }: World, flags: Readonly<Record<string, unknown>>): boolean {
  return flags['screenReader'] === true || env['INK_SCREEN_READER'] === 'true'
}

/** The payer. The first paid query loads it, and later ones share it. */
function payWith(options: () => PayerOptions): (request: PaidRequest) => Promise<PaidAnswer> {
  let pay: Promise<(request: PaidRequest) => Promise<PaidAnswer>> | undefined
  const open = async () => (await import('../payment/send-and-pay.ts')).createSendAndPay(options())
  return async (request) => {
    pay ??= open()
    return (await pay)(request)
  }
}

function openTerminal(world: World, flags: Readonly<Record<string, unknown>>, progress: Progress) {
  const { stderr, answers, onAbruptEnd } = world
  return createApprovalTerminal(stderr, answers, progress, drawingOf(world, flags), onAbruptEnd)
}

function drawingOf(world: World, flags: Readonly<Record<string, unknown>>): Drawing {
  const { stderr, env, timers } = world
  if (!stderr.stream || isReadAloud(world, flags)) return undefined
  if (!canDraw(stderr, env, flags['color'] !== false)) return undefined
  return { output: stderr.stream, after: timers.after }
}

/** An operation for the user's own server is checked like any other, but is free. */
function estimateFor({ isPersonal }: Settings): CliContext['estimate'] {
  return async (operation) => {
    const estimate = (await loadBuiltInTariff()).estimate(operation)
    return isPersonal ? { ...estimate, credits: 0, amount: 0n, rows: [] } : estimate
  }
}

/** The user's caps, and the payment options of this command line. */
function limitsOf(
  { maxPrice, maxPriceApproves, yes, trust, dryRun }: Settings,
  { config }: Folders,
): Limits {
  return {
    ...readLimits(config),
    ...defined({ maxPrice, trust, maxPriceApproves }),
    yes,
    dryRun,
  }
}
