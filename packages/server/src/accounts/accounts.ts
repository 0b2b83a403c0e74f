import { randomBytes, randomUUID } from 'node:crypto'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import type { AccessStore, KeyRow, Organisation } from '../storage/accounts/access-store.ts'
import { freshKey, hashOf, invalidKey, prefixOf, readBearer, sameHash } from './api-key.ts'
import { type Plan, planDefault, planNamed, plans } from './plans.ts'

/** A key and its organisation. */
export type Identity = { key: KeyRow; organisation: Organisation; plan: Plan }

/** Ports of accounts. */
export type AccountPorts = { store: AccessStore; nowMs(): number }

/** Maximum number of keys of one organisation that are neither revoked nor expired. */
export const activeKeysMax = 100
const nameCharactersMax = 100
/** Maximum lifetime of a key in days: ten years. */
export const keyDaysMax = 3_650
const dayMs = 86_400_000

/**
 * Identifies the sender of an `Authorization` header.
 *
 * @throws FiqError `INVALID_KEY` if the header is malformed, or the key is unknown, expired or
 * revoked.
 */
export async function identify(header: string, { store, nowMs }: AccountPorts): Promise<Identity> {
  const text = readBearer(header)
  const hash = hashOf(text)
  const key = (await store.keysWithPrefix(prefixOf(text))).find((row) => sameHash(row.hash, hash))
  if (!key) throw invalidKey('The API key is not known.')
  if (key.revokedAt !== undefined)
    throw invalidKey(`The API key ${key.prefix}… was revoked at ${iso(key.revokedAt)}.`)
  if (key.expiresAt !== undefined && key.expiresAt <= nowMs())
    throw invalidKey(`The API key ${key.prefix}… expired at ${iso(key.expiresAt)}.`)
  const organisation = await store.findOrganisation({ id: key.organisation })
  if (!organisation) throw new Error(`Key ${key.id} belongs to no organisation.`)
  const plan = plans.find(({ name }) => name === organisation.plan)
  if (!plan) throw new Error(`Organisation ${organisation.id} has no plan of this server.`)
  return { key, organisation, plan }
}

/**
 * Creates a key for an organisation. Only the result contains the key itself.
 *
 * @param request - `days`: lifetime, unlimited if absent. `parent`: the key that authorises the
 * creation; the new key does not outlive it.
 * @throws FiqError `BAD_INPUT` when the name or the days are out of bounds, or there are too many
 * keys.
 */
export async function issueKey(
  request: { organisation: string; name: string; days?: number | undefined; parent?: KeyRow },
  { store, nowMs }: AccountPorts,
): Promise<{ key: string; row: KeyRow }> {
  const { organisation, name, days, parent } = request
  refuseName(name)
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= keyDaysMax))
    throw new FiqError('BAD_INPUT', `A key is valid for 1 to ${keyDaysMax} whole days.`)
  const now = nowMs()
  const { key, prefix, hash } = freshKey(randomBytes)
  const requested = days === undefined ? Number.POSITIVE_INFINITY : now + days * dayMs
  const expiresAt = Math.min(requested, parent?.expiresAt ?? Number.POSITIVE_INFINITY)
  const row: KeyRow = {
    id: randomUUID(),
    organisation,
    name,
    prefix,
    hash,
    createdAt: now,
    ...defined({
      parent: parent?.id,
      expiresAt: Number.isFinite(expiresAt) ? expiresAt : undefined,
    }),
  }
  if (await store.addKey(row, activeKeysMax)) return { key, row }
  throw new FiqError(
    'BAD_INPUT',
    `The organisation has ${activeKeysMax} active keys, which is the limit.`,
    { remedy: 'Revoke a key that is no longer used.' },
  )
}

/** Whether the key is neither revoked nor expired. */
export function isActive({ revokedAt, expiresAt }: KeyRow, nowMs: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > nowMs)
}

/**
 * Creates an organisation.
 *
 * @throws FiqError `BAD_INPUT` when the name is taken or out of bounds, or the plan is unknown.
 */
export async function createOrganisation(
  request: { name: string; plan?: string | undefined },
  { store, nowMs }: AccountPorts,
): Promise<Organisation> {
  const { name, plan = planDefault } = request
  refuseName(name)
  if (/^0x[0-9a-f]{40}$/i.test(name))
    throw new FiqError(
      'BAD_INPUT',
      'The name is an address. Addresses belong to wallets, which sign in themselves.',
    )
  planNamed(plan)
  const organisation = { id: randomUUID(), name, plan, createdAt: nowMs() }
  if (await store.createOrganisation(organisation)) return organisation
  throw new FiqError('BAD_INPUT', `An organisation ${JSON.stringify(name)} exists already.`, {
    remedy: 'Choose another name, or create keys for the existing one.',
  })
}

/** The organisation of a wallet, created on first use. */
export async function organisationOfWallet(
  address: Hex,
  { store, nowMs }: AccountPorts,
): Promise<Organisation> {
  const wallet = address.toLowerCase() as Hex
  const known = await store.findOrganisation({ wallet })
  if (known) return known
  const id = randomUUID()
  // Of two concurrent calls one creates it, and both find it.
  await store.createOrganisation({
    id,
    name: wallet,
    plan: planDefault,
    wallet,
    createdAt: nowMs(),
  })
  const opened = await store.findOrganisation({ wallet })
  if (opened) return opened
  throw new Error(`The organisation of wallet ${wallet} could not be created.`)
}

function refuseName(name: string): void {
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(name) || name.length > nameCharactersMax)
    throw new FiqError('BAD_INPUT', `A name has 1 to ${nameCharactersMax} printable characters.`)
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString()
}
