import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { latestMoment } from '../../payment/budget/budget.ts'
import { clientStanding } from '../../payment/budget/client-caps.ts'
import { createLimitsReader, type StoredLimits } from '../../payment/budget/limits.ts'
import { type OpenPayer, openPayer } from '../../payment/open-payer.ts'
import { openPayingWallet } from '../../payment/open-paying-wallet.ts'
import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'
import { createAnswerWork } from '../answers/answer-work.ts'
import { createStoredAnswers } from '../answers/stored-answers.ts'
import { type Approval, createApprovals } from '../approvals/approvals.ts'
import { createRequestStates } from '../approvals/request-state.ts'
import { createCatalogCheck } from '../check-catalog.ts'
import { automaticMax, type Client, type Clients, createClients } from '../clients/clients.ts'
import { paysWithCredits } from '../credits/pays-with-credits.ts'
import { openGateway } from '../gateway.ts'
import { fetchPage } from '../http/free-pages.ts'
import { createReuse } from '../reuse.ts'
import type { Spending, SurfacePorts } from '../surface.ts'
import { createTraffic, type Passage } from '../traffic.ts'
import type { ProxyWorld } from './proxy-world.ts'

export type OpenSurface = {
  ports: SurfacePorts
  payer: OpenPayer
  clients: Clients
  limits(): StoredLimits
  /** Opens the wallet now, prompting on the terminal if necessary. @returns Its address. */
  unlock(): Promise<string>
}

/**
 * Connects the parts that all surfaces share: one payer, one journal, one gateway for the process.
 */
export function openSurface(
  world: ProxyWorld,
  options: { approvalMs: number; reuse: boolean },
  listen: { passage(passage: Passage): void; waiting(approval: Approval): void },
): OpenSurface {
  const { configDir, clock, randomBytes, terminal, send } = world.payer
  const quiet = quietTerminal(world.note)
  // A flag in a client's configuration is not a decision of the user, who trusts servers in a
  // terminal.
  const { trust: _, ...ownLimits } = world.payer.limits
  const answerWork = createAnswerWork()
  const ports = { terminal: quiet, limits: ownLimits, answerThread: answerWork }
  const payer = openPayer({ ...world.payer, ...ports })
  const openOnce = signerOnce((on) => openPayingWallet({ ...world.payer, terminal: on }))
  payer.openWallet = () => openOnce(quiet)
  const database = payer.database()
  const clients = createClients(database, clock.now)
  const approvals = createApprovals(database, {
    now: clock.now,
    newId: () => Buffer.from(randomBytes(4)).toString('hex'),
  })
  const limits = createLimitsReader(configDir, clock.now)
  const page = (path: string) => fetchPage(send, world.serverUrl, path)
  const gateway = openGateway({
    payer,
    limits,
    maxPrice: world.maxPrice,
    serverUrl: world.serverUrl,
    expected: world.expected,
    approval: { database, approvals, clock, waitMs: options.approvalMs },
    reuse: options.reuse ? createReuse(clock.now) : undefined,
    answerWork,
    credits: world.account && { ...world, account: world.account, send },
  })
  return {
    payer,
    clients,
    limits,
    unlock: async () => (await openOnce(terminal)).address,
    ports: {
      gateway,
      isPersonal: world.isPersonal,
      answers: createStoredAnswers(database, answerWork, clock.now),
      answerWork,
      approvals,
      requestStates: createRequestStates(database, approvals, clock.now),
      whose: clients.whose,
      client: clients.find,
      estimate: world.estimate,
      describe: world.describe,
      page,
      checkCatalog: createCatalogCheck(page, clock.now),
      spending: async (client) => {
        const isOnCredits = await paysWithCredits(world)
        const at = latestMoment(database, clock.now())
        const isPlay = !isOnCredits && payer.budget.standing().isPlay === true
        const standing = clientStanding(database, client.name, at, isPlay)
        const spending = spendingOf(client, limits(), standing, { isPlay, isOnCredits })
        return world.isPersonal ? { ...spending, note: ofOwnServer } : spending
      },
      onWaiting: listen.waiting,
      traffic: createTraffic(listen.passage),
      now: clock.now,
    },
  }
}

/**
 * Derives the key once for the process. A failure is retried, because the wallet may be created
 * later.
 */
function signerOnce<signer>(
  open: (terminal: ApprovalTerminal) => Promise<signer>,
): (terminal: ApprovalTerminal) => Promise<signer> {
  let opened: Promise<signer> | undefined
  return (terminal) => {
    opened ??= open(terminal)
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
}

/**
 * A terminal without prompts: the user would not expect a passphrase prompt that a caller caused.
 */
function quietTerminal(note: (line: string) => void): ApprovalTerminal {
  const nobody = () => Promise.reject(new FiqError('WALLET_LOCKED', 'The wallet is locked.'))
  return {
    interactive: false,
    columns: 80,
    write: (text) => note(text.trimEnd()),
    prompt: nobody,
    promptSecret: nobody,
  }
}

const ofCredits =
  'The credits of the user pay, at the price in USDC. Only the user can change the caps.'
const ofOwnServer = 'The server belongs to the user and sells nothing, so nothing is spent.'

function spendingOf(
  client: Client,
  { autoApprove }: StoredLimits,
  standing: { day: bigint; days30: bigint },
  { isPlay, isOnCredits }: { isPlay: boolean; isOnCredits: boolean },
): Spending {
  const { name, perCall, perDay, per30Days } = client
  return {
    client: name,
    unit: 'USDC',
    ...defined({
      play: isPlay ? (true as const) : undefined,
      money: isOnCredits ? ('credits' as const) : undefined,
    }),
    perCall: formatUsdc(perCall),
    day: { spent: formatUsdc(standing.day), cap: formatUsdc(perDay) },
    days30: { spent: formatUsdc(standing.days30), cap: formatUsdc(per30Days) },
    automatic: formatUsdc(automaticMax(client, autoApprove, isPlay)),
    note: isOnCredits
      ? ofCredits
      : 'The budget of the user also applies. Only the user can change it.',
  }
}
