import { randomUUID } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import {
  type AccountPorts,
  createOrganisation,
  isActive,
  issueKey,
  keyDaysMax,
} from '../accounts/accounts.ts'
import { hashOf, isKey, sameHash } from '../accounts/api-key.ts'
import { createCredits, creditsIn } from '../credits/credits.ts'
import type { Organisation } from '../storage/accounts/access-store.ts'
import { unknownOrganisation } from './orgs.ts'
import type { Printed } from './printing/operator-ports.ts'
import { textTable } from './printing/text-table.ts'

/** Options as written on the command line. */
export type KeyOptions = {
  org: string
  plan?: string | undefined
  /** Whole credits to grant. */
  credits?: string | undefined
  /** Days, e.g. `30d`. */
  expires?: string | undefined
  name?: string | undefined
}

/** Ports of the key commands. `readInput` reads all of standard input. */
export type KeyPorts = AccountPorts & { readInput(): Promise<string> }

/** Maximum credits of one grant. */
const grantMax = 1_000_000_000

/**
 * `fiq-server keys create --org NAME [--plan PLAN] [--credits N] [--expires 30d]`: prints the key,
 * once. Creates the organisation if it does not exist. Checks all options before it writes.
 *
 * @throws FiqError `BAD_INPUT` naming the option.
 */
export async function createKey(options: KeyOptions, accounts: AccountPorts): Promise<Printed> {
  const credits = options.credits === undefined ? 0 : wholeCredits(options.credits)
  const days = options.expires === undefined ? undefined : wholeDays(options.expires)
  const organisation = await openOrganisation(options, accounts)
  const request = { organisation: organisation.id, name: options.name ?? 'operator', days }
  const { key, row } = await issueKey(request, accounts)
  if (credits > 0)
    await accounts.store.give({
      id: randomUUID(),
      organisation: organisation.id,
      kind: 'grant',
      credits,
      note: 'operator',
      at: accounts.nowMs(),
    })
  const left = creditsIn(await createCredits(accounts).balance(organisation.id))
  const { id, name, plan } = organisation
  const expiresAt = row.expiresAt === undefined ? null : new Date(row.expiresAt).toISOString()
  return {
    json: {
      key,
      id: row.id,
      prefix: row.prefix,
      organisation: { id, name, plan },
      credits: left,
      expiresAt,
    },
    text: `${key}\n${name}, plan ${plan}, ${left} credits, expires ${expiresAt ?? 'never'}. The key is not shown again.`,
  }
}

/** `fiq-server keys list [--org NAME]` */
export async function listKeys(
  { org }: { org?: string | undefined },
  { store, nowMs }: AccountPorts,
): Promise<Printed> {
  const owner = org === undefined ? undefined : await store.findOrganisation({ name: org })
  if (org !== undefined && !owner) throw unknownOrganisation(org)
  const names = new Map((await store.organisations()).map(({ id, name }) => [id, name]))
  const rows = (await store.keys(owner?.id)).map((row) => ({
    id: row.id,
    organisation: names.get(row.organisation) ?? row.organisation,
    name: row.name,
    prefix: row.prefix,
    state: stateOf(row, nowMs()),
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: row.expiresAt === undefined ? null : new Date(row.expiresAt).toISOString(),
  }))
  return {
    json: rows,
    text: textTable(
      ['PREFIX', 'ORGANISATION', 'NAME', 'STATE', 'EXPIRES', 'ID'],
      rows.map(({ prefix, organisation, name, state, expiresAt, id }) => [
        ...[prefix, organisation, name, state, expiresAt?.slice(0, 10) ?? 'never', id],
      ]),
      'No keys. fiq-server keys create --org NAME creates one.',
    ),
  }
}

/**
 * `fiq-server keys revoke KEY`: by its id or its prefix. With `-`, reads the key itself from
 * standard input, because all users of the machine could read it on the command line.
 *
 * @throws FiqError `BAD_INPUT`, `NOT_FOUND`
 */
export async function revokeKey(
  named: string,
  { store, nowMs, readInput }: KeyPorts,
): Promise<Printed> {
  if (isKey(named))
    throw new FiqError(
      'BAD_INPUT',
      'Do not write the key on the command line: other users of this machine can see it.',
      { remedy: 'Use its id or prefix, or pass the key on standard input: keys revoke -' },
    )
  const keyHash = named === '-' ? hashOf((await readInput()).trim()) : undefined
  const found = (await store.keys()).filter(({ id, prefix, hash }) =>
    keyHash === undefined ? id === named || prefix === named : sameHash(hash, keyHash),
  )
  const [row, other] = found
  if (!row)
    throw new FiqError('NOT_FOUND', 'No key matches.', {
      remedy: 'fiq-server keys list shows prefixes and ids.',
    })
  if (other)
    throw new FiqError('BAD_INPUT', `${found.length} keys have this prefix. Use the id of the key.`)
  const { id, prefix } = row
  const revoked = await store.revokeKey(row, nowMs())
  const sentence = revoked ? `${prefix}… is revoked.` : `${prefix}… was already revoked.`
  return { json: { id, prefix, revoked }, text: sentence }
}

/**
 * Finds or creates the organisation. Refuses `--plan` if an existing one has another plan: this
 * command does not change plans.
 */
async function openOrganisation(
  { org, plan }: KeyOptions,
  accounts: AccountPorts,
): Promise<Organisation> {
  const known = await accounts.store.findOrganisation({ name: org })
  if (!known) return createOrganisation({ name: org, plan }, accounts)
  if (plan === undefined || plan === known.plan) return known
  throw new FiqError('BAD_INPUT', `${org} is on the plan ${known.plan}, not on ${plan}.`, {
    remedy: `Leave --plan out, or change the plan first: fiq-server orgs plan ${JSON.stringify(org)} ${plan}.`,
  })
}

function stateOf(row: Parameters<typeof isActive>[0], nowMs: number): string {
  if (row.revokedAt !== undefined) return 'revoked'
  return isActive(row, nowMs) ? 'active' : 'expired'
}

function wholeCredits(text: string): number {
  const credits = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (credits >= 1 && credits <= grantMax) return credits
  throw new FiqError('BAD_INPUT', `--credits takes 1 to ${grantMax} whole credits.`)
}

function wholeDays(text: string): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1]
  if (days !== undefined && Number(days) >= 1 && Number(days) <= keyDaysMax) return Number(days)
  throw new FiqError('BAD_INPUT', `--expires takes 1d to ${keyDaysMax}d.`)
}
