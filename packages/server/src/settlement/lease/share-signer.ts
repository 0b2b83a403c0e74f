import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Database } from '../../storage/database/database.ts'
import {
  type Channel,
  type ChannelParts,
  openPostgresChannel,
} from '../../storage/database/postgres-channel.ts'
import type { PaymentRecord } from '../../storage/payments/payment-record.ts'
import type { ServedSettlements } from '../../storage/settlement/served-settlements.ts'
import type { ChainPort } from '../chain/chain-reads.ts'
import type { Facilitator } from '../facilitator.ts'
import { type LeasedSettling, leasedSettling } from './leased-settling.ts'
import { openSettlementLease, type SettlementLease } from './settlement-lease.ts'

/** The signer of a facilitator, shared with the instances on the same database. */
export type SharedSigner = {
  /** Guards the sending of the facilitator: it must use the returned function. */
  fence(request: ChainPort['request']): ChainPort['request']
  /** Turns the facilitator of this instance into the common one of all instances. */
  share(facilitator: Facilitator): Promise<Facilitator>
  close(): Promise<void>
}

export type SharedSignerParts = {
  /** Shared by the instances. */
  database: Database
  /** Opens the channel between the instances of one signer. */
  openChannel(signer: Hex, onLine: Channel['publish']): Promise<Channel>
  record: PaymentRecord
  served: ServedSettlements
  report(error: unknown): void
}

/** Makes several instances with one settler key take turns with it. */
export function shareSigner(parts: SharedSignerParts): (signer: Hex) => Promise<SharedSigner> {
  return async (signer) => {
    const { database, record, served, report } = parts
    // Host and process id identify the holder for an operator who reads the table.
    const holder = `${hostname()}:${process.pid}:${randomUUID()}`
    const lease = await openSettlementLease({ database, signer, holder, report })
    let channel: Channel | undefined
    return {
      fence: (request) => fenceBroadcasts(request, lease),
      async share(facilitator) {
        const publish = (line: string) => channel?.publish(line)
        const leased: LeasedSettling = leasedSettling({
          facilitator,
          lease,
          record,
          served,
          publish,
          report,
        })
        channel = await parts.openChannel(signer, leased.hear)
        return leased.facilitator
      },
      async close() {
        await lease.close()
        await channel?.close()
      },
    }
  }
}

/** The channel of a signer over the PostgreSQL that its instances share. */
export function signerChannel(
  parts: Omit<ChannelParts, 'name' | 'onLine'>,
): SharedSignerParts['openChannel'] {
  return async (signer, onLine) => {
    const name = await channelName(parts, signer)
    return openPostgresChannel({ ...parts, name, onLine })
  }
}

/** Channel names include schema and signer, because notifications go to the whole database. */
async function channelName(
  { database }: Pick<ChannelParts, 'database'>,
  signer: Hex,
): Promise<string> {
  const [row] = await database.read('select current_schema() as name')
  const digest = createHash('sha256').update(`${row?.['name']} ${signer.toLowerCase()}`)
  return `fiq_settling_${digest.digest('hex').slice(0, 16)}`
}

/** A code in JSON-RPC's range for server errors. */
const refusedCode = -32_000

/**
 * A chain port that sends transactions only while the lease is proven. Otherwise the sender gets a
 * final refusal as from a node, and the transaction is not sent.
 */
export function fenceBroadcasts(
  request: ChainPort['request'],
  lease: Pick<SettlementLease, 'prove'>,
): ChainPort['request'] {
  return async (rpcRequest) => {
    if (rpcRequest.method === 'eth_sendRawTransaction' && !(await lease.prove()))
      throw Object.assign(new Error('Another instance now settles with this signer.'), {
        code: refusedCode,
      })
    return request(rpcRequest)
  }
}
