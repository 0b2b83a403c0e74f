import { bounds } from '@fiq/shared/bounds'
import { type AccountPorts, type Identity, identify } from '../accounts/accounts.ts'
import { clientNetwork } from './client-network.ts'
import type { Quota, Verdict } from './gcra.ts'
import type { HasCredits } from './has-credits.ts'
import type { RateLimit } from './rate-limit.ts'
import { type HeaderFields, RateLimitedError, rateLimitFields } from './rate-limited.ts'
import { workBurstMin } from './work-units.ts'

/** The sender of a request, by its headers and connection. */
export type RequestIdentity = {
  /** The `Authorization` header. */
  authorization: string | undefined
  /**
   * Whether it requests something for sale with a well-formed payment. Then the payer is the
   * caller, and the bearer token is ignored.
   */
  pays?: boolean
  /**
   * Address of the client, from the connection or a trusted proxy; or the name of a payment that
   * the request has proven.
   */
  address: string
  /** Whether the request has proven its payment, which was claimed before. */
  isProven?: true
}

/** A request that passed the gate. */
export type AdmittedRequest = {
  /** Owner of the key; `undefined` for payers and anonymous clients. */
  identity: Identity | undefined
  /** The same, for an organisation with credits. A signature alone is enough to get a key. */
  customer?: Identity | undefined
  /** `RateLimit-Policy` and `RateLimit` of the response. */
  headers: HeaderFields
}

/** Whose unpaid work is counted: a customer's, else that of an address. */
export type Worker = Pick<RequestIdentity, 'address' | 'isProven'> & {
  customer?: Identity | undefined
}

/** Checks keys and limits before anything is parsed or priced, in the same way on every surface. */
export type RequestGate = {
  /**
   * Counts a request by its key, else by its address; by both if the key has no credits. A request
   * with a payment is counted by its payer once the payer is proven. Until {@link refund}, it
   * takes one of the unpaid payments of its address, so concurrent payments never exceed the limit.
   *
   * @throws FiqError `INVALID_KEY`, `RATE_LIMITED`
   */
  admit(sender: RequestIdentity): Promise<AdmittedRequest>
  /**
   * Counts a request without credentials by its address. Synchronous if the limit is kept in this
   * process.
   *
   * @returns The headers of the response.
   * @throws FiqError `RATE_LIMITED`
   */
  admitAnonymous(address: string): HeaderFields | Promise<HeaderFields>
  /** Counts a request by the payer whose payment was verified. @throws FiqError `RATE_LIMITED` */
  admitPayer(payer: string): Promise<void>
  /** The rate-limit headers of a response to a payer. Counts nothing. */
  payerFields(payer: string): Promise<HeaderFields>
  /**
   * Counts an unpaid request to an upstream, or to a node for a check of a wallet contract.
   *
   * @param units - default 1; negative units return the units of a sale.
   * @throws FiqError `RATE_LIMITED`
   */
  spendFetch(owner: FetchOwner, units?: number): Promise<void>
  /**
   * Counts the work of reading, validating and pricing a request, by its size, before the work is
   * done.
   *
   * If it buys something, {@link refund} returns the units.
   *
   * @throws FiqError `RATE_LIMITED`
   */
  chargeWork(worker: Worker, units: number, shown: { pays: boolean }): Promise<void>
  /**
   * Counts the work of reading a body by its length, before it is parsed. Not the request itself.
   *
   * @throws FiqError `INVALID_KEY`, `RATE_LIMITED`
   */
  chargeReading(sender: Omit<RequestIdentity, 'pays'>, units: number): Promise<void>
  /** Whether an address is within its limits; counts nothing. */
  mayProve(address: string): Promise<boolean>
  /** A request bought something: returns the units of its work, and a payment that of {@link admit}. */
  refund(worker: Worker, units: number, shown: { pays: boolean }): Promise<void>
}

/** Owner of the budget for requests to upstreams: an address, or a customer by a unique name. */
export type FetchOwner = { address: string } | { customer: string }

/** Ports of the gate. */
export type RequestGateParts = AccountPorts & {
  limit: RateLimit
  /** Limit of payers, of addresses, and of keys whose plan has no own rate. */
  requestsPerMinute: number
  /** Unpaid requests to upstreams per minute that an address may cause. */
  unpaidFetchesPerMinute?: number | undefined
  hasCredits: HasCredits
}

/** Average units of work of a request that proves its payment; a burst may have more. */
const provenUnits = 15
export const unpaidFetchesDefault = bounds.unpaidFetchesPerMinuteMax
/** A customer in good standing may cause this many times the upstream requests of an address. */
const customerFetches = 10

/** Creates the gate over accounts and a rate limit. */
export function createRequestGate(parts: RequestGateParts): RequestGate {
  const { limit, requestsPerMinute, unpaidFetchesPerMinute = unpaidFetchesDefault } = parts
  const everyone: Quota = { requestsPerMinute }

  const count = (key: string, quota: Quota, pays: boolean) => {
    const fieldsOf = (verdict: Verdict): HeaderFields => {
      if (!verdict.allowed) throw new RateLimitedError(quota, verdict, { pays })
      return rateLimitFields(quota, verdict)
    }
    const verdict = limit.take(key, quota)
    return verdict instanceof Promise ? verdict.then(fieldsOf) : fieldsOf(verdict)
  }
  const admitAddress = (sender: Pick<RequestIdentity, 'address' | 'isProven'>) =>
    count(clientNetwork(sender.address), quotaFor(sender, everyone), false)
  const admitAnonymous = (address: string) => admitAddress({ address })
  const isCustomer = ({ organisation }: Identity) => parts.hasCredits(organisation.id)
  const chargeWork = createChargeWork(limit, everyone)

  return {
    async admit(sender) {
      const { authorization, pays = false, address } = sender
      if (pays) {
        const quota = quotaFor(sender, everyone)
        const verdict = await limit.take(unpaidOf(address), quota)
        if (!verdict.allowed) throw new RateLimitedError(quota, verdict, { pays })
        return { identity: undefined, headers: {} }
      }
      if (authorization === undefined)
        return { identity: undefined, headers: await admitAddress(sender) }
      const identity = await identifyOrCount(authorization, address)
      const customer = (await isCustomer(identity)) ? identity : undefined
      if (!customer) await admitAnonymous(address)
      const quota = quotaOf(identity, everyone)
      const headers = await count(`key:${identity.key.id}`, quota, false)
      return { identity, headers, customer }
    },
    admitAnonymous,
    async admitPayer(payer) {
      await count(`payer:${payer}`, everyone, true)
    },
    payerFields: async (payer) =>
      rateLimitFields(everyone, await limit.peek(`payer:${payer}`, everyone)),
    spendFetch: createSpendFetch(limit, unpaidFetchesPerMinute),
    chargeWork,
    async chargeReading({ authorization, address }, units) {
      const identity = authorization && (await identifyOrCount(authorization, address))
      const customer = identity && (await isCustomer(identity)) ? identity : undefined
      await chargeWork({ address, customer }, units, { pays: false })
    },
    async mayProve(address) {
      const keys = [clientNetwork(address), unpaidOf(address)]
      const verdicts = await Promise.all(keys.map((key) => limit.peek(key, everyone)))
      return verdicts.every(({ allowed }) => allowed)
    },
    async refund(worker, units, { pays }) {
      if (pays) await limit.take(unpaidOf(worker.address), quotaFor(worker, everyone), -1)
      const { key, quota } = workOf(worker, everyone)
      if (units > 0) await limit.take(key, quota, -units)
    },
  }

  /**
   * Identifies the key. An invalid key counts against the address, so guessing ends at its limit.
   */
  async function identifyOrCount(authorization: string, address: string): Promise<Identity> {
    try {
      return await identify(authorization, parts)
    } catch (error) {
      await admitAnonymous(address)
      throw error
    }
  }
}

function createSpendFetch(
  limit: RateLimit,
  unpaidFetchesPerMinute: number,
): RequestGate['spendFetch'] {
  return async (owner, units = 1) => {
    const isCustomer = 'customer' in owner
    const requestsPerMinute = unpaidFetchesPerMinute * (isCustomer ? customerFetches : 1)
    const name = isCustomer ? owner.customer : clientNetwork(owner.address)
    const quota = { requestsPerMinute }
    const verdict = await limit.take(`fetch:${name}`, quota, units)
    if (verdict.allowed) return
    const whose = isCustomer ? 'account' : 'address'
    const message = `Unpaid requests of your ${whose} caused ${requestsPerMinute} requests to sources or to the chain in a minute.`
    throw new RateLimitedError(quota, verdict, { pays: false, message })
  }
}

function createChargeWork(limit: RateLimit, everyone: Quota): RequestGate['chargeWork'] {
  return async (worker, units, { pays }) => {
    const { key, quota } = workOf(worker, everyone)
    const verdict = await limit.take(key, quota, units)
    if (verdict.allowed) return
    const whose = worker.customer ? 'account' : 'address'
    const message = `The unpaid requests of your ${whose} exceed ${quota.requestsPerMinute} units of work in a minute. This request has ${units} units.`
    throw new RateLimitedError(quota, verdict, { pays, message })
  }
}

/** The units of work at once: any one request fits, and no burst of many large ones. */
function workQuota({ requestsPerMinute }: Quota): Quota {
  return { requestsPerMinute, burst: Math.max(workBurstMin, Math.ceil(requestsPerMinute / 10)) }
}

/**
 * The limit of an address, or of the requests that prove one payment, so that its payer gets the
 * answer at any limit. Each payment has its own, so it is small: otherwise a few cents buy a further
 * limit of an address.
 */
function quotaFor({ isProven }: Pick<RequestIdentity, 'isProven'>, everyone: Quota): Quota {
  if (!isProven) return everyone
  const { requestsPerMinute } = everyone
  return { requestsPerMinute: Math.min(requestsPerMinute, bounds.provenRequestsPerMinuteMax) }
}

function workOf(worker: Worker, everyone: Quota) {
  const { address, customer, isProven } = worker
  const ofAddress = workQuota(everyone)
  const requestsPerMinute = provenUnits * quotaFor(worker, everyone).requestsPerMinute
  const quota = isProven ? { ...ofAddress, requestsPerMinute } : ofAddress
  if (!customer) return { key: `work:${clientNetwork(address)}`, quota }
  const key = `work:organisation:${customer.organisation.id}`
  return { key, quota: workQuota(quotaOf(customer, everyone)) }
}

function quotaOf({ plan }: Identity, everyone: Quota): Quota {
  return plan.requestsPerMinute === 'default'
    ? everyone
    : { requestsPerMinute: plan.requestsPerMinute }
}

function unpaidOf(address: string): string {
  return `unpaid:${clientNetwork(address)}`
}
