import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { wholeCreditsFor } from '@fiq/shared/pricing/price-plan'
import {
  topUpPath,
  topUpRequestDigest,
  topUpRows,
  topUpTariff,
} from '@fiq/shared/pricing/top-up-terms'
import * as z from 'zod/mini'
import type { Settings } from '../config/settings.ts'
import type { PaidRequest } from '../payment/quote/paid-request.ts'

const accountSchema = z.object({ organisation: z.object({ id: z.string(), name: z.string() }) })

/**
 * The purchase of credits as a payable request. This program computes price and digest itself, so
 * it refuses a different quote. The body also names the account, so the same amount for another
 * account is another purchase.
 *
 * @param most - Atomic units. Buys the whole credits that they cover, at their price.
 * @param given.account - Response of `GET /api/v1/credits`, if there is a key.
 * @throws FiqError `SERVER_ERROR` if it does not name the key's account.
 */
export function topUpRequest(
  most: bigint,
  {
    settings,
    key,
    account,
  }: { settings: Pick<Settings, 'url'>; key: string | undefined; account: unknown },
): PaidRequest {
  const { id: organisation, name } = key === undefined ? {} : organisationIn(account)
  const { credits, amount } = wholeCreditsFor(most)
  return {
    url: topUpUrl(settings),
    body: JSON.stringify({ amountUsd: formatUsdc(amount), organisation }),
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    label: `${credits} credits for ${name ?? 'the account of the wallet'}`,
    expected: async () => ({
      price: { credits, amount, rows: topUpRows({ amount, credits }) },
      digest: topUpRequestDigest({ amount, organisation }),
      tariffVersion: topUpTariff,
    }),
  }
}

/** URL and amount (atomic units), which find an earlier payment if the account is not known. */
export function topUpTerms(most: bigint, settings: Pick<Settings, 'url'>) {
  return { url: topUpUrl(settings), amount: wholeCreditsFor(most).amount }
}

function topUpUrl({ url }: Pick<Settings, 'url'>): URL {
  return new URL(`${url}${topUpPath}`)
}

function organisationIn(account: unknown): { id: string; name: string } {
  const read = z.safeParse(accountSchema, account)
  if (read.success) return read.data.organisation
  throw new FiqError(
    'SERVER_ERROR',
    'The server did not report to which account this key belongs.',
    { remedy: 'Nothing was paid. Check that --url names a fiq server.' },
  )
}
