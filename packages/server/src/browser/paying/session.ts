import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Contract } from '@fiq/shared/pricing/price-request'
import { atomicPerCredit, pageSize, type Rate, type Tariff } from '@fiq/shared/pricing/tariff'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql'
import { connectWallet, findProviders } from '../wallet/browser-wallet.ts'
import type { WalletChoice } from './approval-dialog.tsx'
import { type Approvals, createApprovals } from './approvals.ts'
import { type PaidBefore, paidBefore } from './paid-before.ts'
import { createPayee } from './payee.ts'
import { createPurchases } from './purchases.ts'
import type { PayingPorts } from './query-and-pay.ts'

const playMoney = 'play money'
const keyStorage = 'fiq.api-key'

/** State of the open page. */
export type PayingSession = {
  contract: Contract
  approvals: Approvals
  ports: PayingPorts
  wallets: readonly WalletChoice[]
  /** `play money` if the server has the embedded chain; empty for real money. */
  money: 'play money' | ''
  paidBefore(): PaidBefore
  /** Duration of the last request to the server in milliseconds, as the browser measured it. */
  lastTookMs(): number
  /** The API key, in the session storage of this tab. Empty without a key. */
  apiKey(): string
  setApiKey(key: string): void
}

/** Connects the page with its storage, its wallets and the server that sent it. */
export async function createPayingSession(page: Window): Promise<PayingSession> {
  const contract = { schema: pricedSchema(schemaText, tariff), tariff }
  const approvals = createApprovals()
  const wallets = await findWallets(page)
  const url = new URL('/api/graphql', page.location.href)
  const purchases = createPurchases(page.localStorage)
  const nowMs = () => performance.timeOrigin + performance.now()
  return {
    contract,
    approvals,
    wallets,
    paidBefore: () => paidBefore(purchases.reread(), nowMs()),
    money: wallets.some(({ name }) => name === playMoney) ? playMoney : '',
    lastTookMs: () => Math.round(page.performance.getEntriesByName(url.href).at(-1)?.duration ?? 0),
    apiKey: () => page.sessionStorage.getItem(keyStorage) ?? '',
    setApiKey: (key) => page.sessionStorage.setItem(keyStorage, key.trim()),
    ports: {
      contract,
      url,
      fetch: page.fetch.bind(page),
      purchases,
      payee: createPayee(page.localStorage),
      approve: approvals.prompt,
      nowMs,
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
  }
}

/** The wallets of the browser. If the server has the embedded chain, also a play wallet. */
async function findWallets(page: Window): Promise<WalletChoice[]> {
  const [found, service] = await Promise.all([
    findProviders(page),
    page.fetch('/api/v1/service').then((answer) => answer.json() as Promise<{ devnet?: boolean }>),
  ])
  const choices = found.map((each) => ({ name: each.name, open: () => connectWallet(each) }))
  if (!service.devnet) return choices
  const play: WalletChoice = {
    name: playMoney,
    async open() {
      const { loadPlayWallet } = await import('../wallet/play-wallet.ts')
      return loadPlayWallet({ storage: page.sessionStorage, fetch: page.fetch.bind(page) })
    },
  }
  return [...choices, play]
}

/**
 * The schema with the price of each field in its description, which explorer, hover and completion
 * show.
 */
export function pricedSchema(schemaText: string, tariff: Tariff): GraphQLSchema {
  const schema = buildSchema(schemaText)
  for (const [coordinate, rate] of Object.entries(tariff.rates)) {
    const [typeName = '', fieldName = ''] = coordinate.split('.')
    const type = schema.getType(typeName)
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
    if (field) field.description = [field.description, priceText(rate)].filter(Boolean).join('\n\n')
  }
  return schema
}

/** @example '**1 credit** (0.003 USDC) per item of `tickers`' */
export function priceText({ credits, timesOf, pagesOf, factors }: Rate): string {
  if (credits === 0) return '**Free** by itself; what is selected below is priced.'
  const amount = formatUsdc(BigInt(credits) * atomicPerCredit)
  const per = timesOf ? ` per item of \`${timesOf}\`` : ''
  const pages = pagesOf ? ` per ${pageSize} of \`${pagesOf}\`` : ''
  const by = factors ? `, times a factor by \`${factors.arguments.join('` and `')}\`` : ''
  return `**${credits} credit${credits === 1 ? '' : 's'}** (${amount} USDC)${per}${pages}${by}`
}
