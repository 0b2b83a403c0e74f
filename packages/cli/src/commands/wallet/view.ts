import { FiqError } from '@fiq/shared/errors'
import { utcWords } from '../../command-line/views/utc-words.ts'
import type { MoneyPorts } from '../../compose/money-ports.ts'
import { factsView } from '../../terminal/format/facts.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { spanWords } from '../../terminal/format/span-words.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

type FoundWallet = Awaited<ReturnType<MoneyPorts['wallets']['find']>>

/** A wallet in the output. */
export type WalletRow = {
  name: string
  address: string
  store: 'keychain' | 'file' | 'plain file'
  pays: boolean
  /** Whether it was created for play money. Its key has no passphrase. */
  play: boolean
  /** When the agent stops signing for it, ISO 8601; `null` if it is locked. */
  unlockedUntil: string | null
}

/** Shown with every address of a play wallet. */
export const playWarning = 'PLAY MONEY ONLY: never send real USDC to this address'

/** @param unlockedUntil - Unix milliseconds. */
export function walletRow(
  wallet: FoundWallet,
  current: string | undefined,
  unlockedUntil?: number,
): WalletRow {
  return {
    name: wallet.name,
    address: wallet.address,
    store: stores[wallet.place],
    pays: wallet.name === current,
    play: wallet.isPlay === true,
    unlockedUntil: unlockedUntil === undefined ? null : new Date(unlockedUntil).toISOString(),
  }
}

const stores = { keychain: 'keychain', keystore: 'file', play: 'plain file' } as const

const keyWords = {
  keychain: 'the OS keychain',
  file: 'an encrypted file',
  'plain file': 'a plain file that only this user can read (0600), without a passphrase',
} as const

/** One wallet with its key store, as `fiq wallet show` prints it. */
export function walletFacts(row: WalletRow, screen: Screen): string {
  return factsView([
    ['wallet', row.pays ? `${row.name} (pays)` : row.name],
    ['address', row.address],
    ['key in', keyWords[row.store]],
    ['money', row.play ? playWarning : undefined],
    ['unlocked', row.unlockedUntil === null ? undefined : `until ${utcWords(row.unlockedUntil)}`],
  ])(screen)
}

/** Rows of `fiq wallet list` as a table. */
export function walletTable(rows: readonly WalletRow[], now: Date, screen: Screen): string {
  const empty = 'There is no wallet yet. Create one: fiq wallet create'
  return renderTable({ columns: [...columns, unlockedColumn(now), keyColumn], empty }, rows, screen)
}

/** The storage place that `--store` names. */
export function placeOf(store: string | undefined): 'keychain' | 'keystore' | undefined {
  if (store === undefined) return undefined
  if (store === 'keychain') return 'keychain'
  if (store === 'file') return 'keystore'
  throw new FiqError('USAGE', '--store must be keychain or file.')
}

const columns: readonly Column<WalletRow>[] = [
  {
    title: 'wallet',
    width: 12,
    cell: ({ name, pays }) => (pays ? `${name} (pays)` : name),
    grows: true,
    tone: () => 'bold',
  },
  { title: 'address', width: 42, cell: ({ address }) => address },
  {
    title: 'money',
    width: 5,
    cell: ({ play }) => (play ? 'PLAY' : 'real'),
    tone: ({ play }) => (play ? 'warn' : undefined),
  },
]

const keyColumn: Column<WalletRow> = {
  title: 'key in',
  width: 10,
  cell: ({ store }) => store,
}

function unlockedColumn(now: Date): Column<WalletRow> {
  return {
    title: 'unlocked',
    width: 13,
    cell: ({ unlockedUntil }) =>
      unlockedUntil === null
        ? 'no'
        : `${spanWords(Date.parse(unlockedUntil) - now.getTime())} left`,
  }
}
