import { bounds } from '@fiq/shared/bounds'
import { type AccountPorts, type Identity, identify } from '../accounts/accounts.ts'
import { clientNetwork } from './client-network.ts'
import type { Quota, Verdict } from './gcra.ts'
import type { RateLimit } from './rate-limit.ts'
import { type HeaderFields, RateLimitedError, rateLimitFields } from './rate-limited.ts'
import { workBurstMin } from './work-units.ts'

/** The sender of a request, by its headers and connection. */
export type RequestIdentity = {
  /** The `Authorization` header. */
  authorization: string | undefined
  /**
   * It asks for something that is sold, with a payment that can be read: then its payer is the
   * caller, and the bearer does not matter.
   */
  pays?: boolean
  /**
   * Address of the client, as the connection or a trusted proxy says; or the name of a payment that
   * the request has proven.
   */
  address: string
  /** The request has proven its payment, which was claimed before. */
  isProven?: true
}

/** A request that passed the gate. */
export type AdmittedRequest = {
  /** Whose key it is; `undefined` for payers and anonymous clients. */
  identity: Identity | undefined
  /** `RateLimit-Policy` and `RateLimit` of the answer. */
  headers: HeaderFields
}

/** Keys and limits, before anything is parsed or priced. The same on every surface. */
export type RequestGate = {
  /**
   * Counts a request by its key, else by its address. A request with a payment is counted by its
   * payer once that is proven. It takes one of the unpaid payments of its address until
   * {@link giveBack} returns it, so payments in flight together never exceed the limit.
   *
   * @throws FiqError `INVALID_KEY`, `RATE_LIMITED`
   */
  admit(sender: RequestIdentity): Promise<AdmittedRequest>
  /**
   * Counts a request without credentials by its address. Synchronous if the limit is kept in this
   * process.
   *
   * @returns The headers of the answer. @throws FiqError `RATE_LIMITED`
   */
  admitAnonymous(address: string): HeaderFields | Promise<HeaderFields>
  /** Counts a request by the payer whose payment was verified. @throws FiqError `RATE_LIMITED` */
  admitPayer(payer: string): Promise<void>
  /** The headers that go with a payer's answer; counts nothing. */
  payerFields(payer: string): Promise<HeaderFields>
  /**
   * Counts a request to an upstream that is not paid yet.
   *
   * @param units - default 1; negative units return the units of a sale.
   * @throws FiqError `RATE_LIMITED`
   */
  spendFetch(owner: FetchOwner, units?: number): Promise<void>
  /**
   * Counts the work of reading, validating and pricing a request before it is done, by its size.
   *
   * @param shown - With a payment, {@link giveBack} returns the units if it buys something.
   * @throws FiqError `RATE_LIMITED`
   */
  chargeWork(address: string, units: number, shown: { pays: boolean }): Promise<void>
  /** Whether an address is within its limits; counts nothing. */
  mayProve(address: string): Promise<boolean>
  /**
   * A payment from this address bought something: returns the units of {@link admit} and of the
   * work.
   */
  giveBack(address: string, units?: number): Promise<void>
}

/** Whose budget pays for a request to an upstream: an address, or a customer by a unique name. */
export type FetchOwner = { address: string } | { customer: string }

/** Ports of the gate. */
export type RequestGateParts = AccountPorts & {
  limit: RateLimit
  /** Of payers, of addresses, and of keys whose plan has no rate of its own. */
  requestsPerMinute: number
  /** Requests to upstreams a minute that an address may cause without paying. */
  unpaidFetchesPerMinute?: number | undefined
}

export const unpaidFetchesDefault = bounds.unpaidFetchesPerMinuteMax
/** Requests of a customer in good standing, for each request of an address. */
const customerFetches = 10

/** Creates the gate over accounts and a rate limit. */
export function createRequestGate(parts: RequestGateParts): RequestGate {
  const { limit, requestsPerMinute, unpaidFetchesPerMinute = unpaidFetchesDefault } = parts
  const everyone: Quota = { requestsPerMinute }
  const work = workQuota(requestsPerMinute)

  const count = (key: string, quota: Quota, pays: boolean) => {
    const fieldsOf = (verdict: Verdict): HeaderFields => {
      if (!verdict.allowed) throw new RateLimitedError(quota, verdict, { pays })
      return rateLimitFields(quota, verdict)
    }
    const verdict = limit.take(key, quota)
    return verdict instanceof Promise ? verdict.then(fieldsOf) : fieldsOf(verdict)
  }
  const admitAnonymous = (address: string) => count(clientNetwork(address), everyone, false)

  return {
    async admit({ authorization, pays = false, address }) {
      if (pays) {
        const verdict = await limit.take(unpaidOf(address), everyone)
        if (!verdict.allowed) throw new RateLimitedError(everyone, verdict, { pays })
        return { identity: undefined, headers: {} }
      }
      if (authorization === undefined)
        return { identity: undefined, headers: await admitAnonymous(address) }
      const identity = await identifyOrCount(authorization, address)
      const quota = quotaOf(identity, everyone)
      return { identity, headers: await count(`key:${identity.key.id}`, quota, false) }
    },
    admitAnonymous,
    async admitPayer(payer) {
      await count(`payer:${payer}`, everyone, true)
    },
    payerFields: async (payer) =>
      rateLimitFields(everyone, await limit.peek(`payer:${payer}`, everyone)),
    async spendFetch(owner, units = 1) {
      const isCustomer = 'customer' in owner
      const requestsPerMinute = unpaidFetchesPerMinute * (isCustomer ? customerFetches : 1)
      const name = isCustomer ? owner.customer : clientNetwork(owner.address)
      const quota = { requestsPerMinute }
      const verdict = await limit.take(`fetch:${name}`, quota, units)
      if (!verdict.allowed)
        throw new RateLimitedError(quota, verdict, {
          pays: false,
          message: `Unpaid requests of your ${isCustomer ? 'account' : 'address'} asked sources ${requestsPerMinute} times in a minute.`,
        })
    },
    async chargeWork(address, units, { pays }) {
      const key = `work:${clientNetwork(address)}`
      const verdict = await limit.take(key, work, units)
      if (!verdict.allowed)
        throw new RateLimitedError(work, verdict, {
          pays,
          message: `The unpaid requests of your address are more than ${work.requestsPerMinute} units of work in a minute; this one has ${units}.`,
        })
    },
    async mayProve(address) {
      const keys = [clientNetwork(address), unpaidOf(address)]
      const verdicts = await Promise.all(keys.map((key) => limit.peek(key, everyone)))
      return verdicts.every(({ allowed }) => allowed)
    },
    async giveBack(address, units = 0) {
      await limit.take(unpaidOf(address), everyone, -1)
      if (units > 0) await limit.take(`work:${clientNetwork(address)}`, work, -units)
    },
  }

  /** Guessing keys is counted by address, so it ends where the limit of the address does. */
  async function identifyOrCount(authorization: string, address: string): Promise<Identity> {
    try {
      return await identify(authorization, parts)
    } catch (error) {
      await admitAnonymous(address)
      throw error
    }
  }
}

/** The units of work at once: any one request fits, and no burst of many large ones. */
function workQuota(requestsPerMinute: number): Quota {
  return { requestsPerMinute, burst: Math.max(workBurstMin, Math.ceil(requestsPerMinute / 10)) }
}

function quotaOf({ plan }: Identity, everyone: Quota): Quota {
  return plan.requestsPerMinute === 'default'
    ? everyone
    : { requestsPerMinute: plan.requestsPerMinute }
}

function unpaidOf(address: string): string {
  return `unpaid:${clientNetwork(address)}`
}
