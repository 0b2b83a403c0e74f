import { defined } from '@fiq/shared/defined'
import { hasCode } from '@fiq/shared/errors'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Facilitator } from '../settlement/facilitator.ts'
import { refusalOf } from '../settlement/refusal-reason.ts'
import type { FetchBudget } from '../sources/budgeted-context.ts'
import type { PaymentKey } from '../storage/credits/payment-key.ts'
import type { Claim } from '../storage/payments/payment-record.ts'
import type { Payer, PaymentPorts, Priced } from './ports.ts'
import { invalid, namedElsewhere } from './proof/payment-refusals.ts'

/** The key by which the record and the chain identify a payment. */
export function keyIn({ authorization: { from, nonce } }: Payment): PaymentKey {
  return { payer: from, nonce }
}

/** The row of a newly claimed payment. */
export function claimOf(
  payment: Payment,
  { request, bought, createdAt }: Pick<Claim, 'request' | 'bought' | 'createdAt'>,
): Claim {
  const { authorization, signature, identifier, secretHash } = payment
  return {
    ...keyIn(payment),
    request,
    signed: { authorization, signature },
    createdAt,
    ...defined({ identifier, secretHash, bought }),
  }
}

/**
 * Refuses for free a request that is certain to fail. Runs for payers only: without a payment, the
 * answer is always the quote.
 */
export async function preflight<item extends Priced>(
  priced: item,
  caller: Payer,
  ports: PaymentPorts<item>,
): Promise<void> {
  try {
    await ports.preflight(priced, caller)
  } catch (error) {
    await verifySignature(priced, caller, ports)
    throw error
  }
}

/** Verifies a payment that is not in the record, and proves its payer. */
export async function verifyPayment<item extends Priced>(
  priced: item,
  caller: Payer,
  ports: PaymentPorts<item>,
): Promise<void> {
  const { payment } = caller
  const verifiedPayer = await verifySignature(priced, caller, ports)
  // Only a proven payer reaches this line, so only the payer learns which payment has the
  // identifier.
  const { identifier } = payment
  const { payer, nonce } = keyIn(payment)
  const named = identifier && (await ports.record.findNamed(payer, identifier))
  // Another instance may have claimed this payment after the lookup.
  if (named && named.nonce !== nonce) throw namedElsewhere(named)
  if (ports.consents) await requireConsent(priced, caller, ports)
  await ports.admitPayer(verifiedPayer)
  await requireFunds(caller, ports)
}

/**
 * @returns The payer.
 * @throws FiqError `PAYMENT_INVALID`, or the refusal of {@link refuseUsed}.
 */
export async function verifySignature<item extends Priced>(
  priced: item,
  caller: Payer,
  ports: PaymentPorts<item>,
): Promise<Hex> {
  const { payment, address } = caller
  const terms = {
    amount: priced.price.amount,
    payTo: ports.payTo,
    nowSeconds: Math.floor(ports.nowMs() / 1000),
    maxTimeoutSeconds: ports.maxTimeoutSeconds,
  }
  const proved = async () => {
    const verified = await ports.facilitator.verify(payment, terms, async () =>
      ports.unpaidBudget?.(caller)?.spend(),
    )
    if (!verified.isValid) await refuseUsed(caller, ports)
    return verified
  }
  const { inTurn } = ports
  const verified = await (inTurn && address ? inTurn(address, proved) : proved())
  if (!verified.isValid) throw invalid(verified.reason, verified.message)
  return verified.payer
}

/**
 * Refuses a payment that is not in the record although the chain has used it, with the same error
 * as for one in the record. So a reader of the chain does not learn which settlements this server
 * has.
 *
 * The read of the chain counts as an unpaid request. Beyond the budget, nothing is read and the
 * error is the same. A payment in the record costs no unit, so one that the chain has used does not
 * either.
 */
export async function refuseUsed(
  caller: Payer,
  {
    facilitator,
    proofs,
    unpaidBudget,
  }: Pick<PaymentPorts, 'proofs' | 'unpaidBudget'> & {
    facilitator: Pick<Facilitator, 'authorizationState'>
  },
): Promise<void> {
  const { payment, address = '' } = caller
  const key = keyIn(payment)
  const budget = unpaidBudget?.(caller)
  if (await isWithin(budget)) {
    const isUsed = await facilitator.authorizationState(key.payer, key.nonce).catch(() => false)
    if (!isUsed) return
    await budget?.refund(1)
  }
  throw await proofs.refusal(key, address)
}

/**
 * Requires that the payer holds the amount, once unpaid requests have used up its budget. Until
 * then the settlement finds an empty wallet, and leaves a row of the refused payment.
 *
 * @throws FiqError `PAYMENT_INVALID`
 */
async function requireFunds(
  caller: Payer,
  {
    facilitator,
    unpaidBudget,
    inTurn,
  }: Pick<PaymentPorts, 'unpaidBudget' | 'inTurn'> & {
    facilitator: Pick<Facilitator, 'balanceOf'>
  },
): Promise<void> {
  const { payment, address } = caller
  const { from, value } = payment.authorization
  if (!facilitator.balanceOf || (await isWithin(unpaidBudget?.(caller)))) return
  const read = () => facilitator.balanceOf!(from)
  if ((await (inTurn && address ? inTurn(address, read) : read())) >= value) return
  const { reason, message } = refusalOf('invalid_exact_evm_insufficient_balance')
  throw invalid(reason, message)
}

/** Spends a unit. `false` if the budget is used up. */
async function isWithin(budget: FetchBudget | undefined): Promise<boolean> {
  try {
    await budget?.spend()
    return true
  } catch (error) {
    if (hasCode(error, 'RATE_LIMITED')) return false
    throw error
  }
}

/**
 * Requires consent on the first use of a payment whose goods may go to another party than its
 * payer. If the chain has already used its nonce, another party settled it without a claim in this
 * ledger, and the payment is refused.
 */
async function requireConsent<item extends Priced>(
  priced: item,
  caller: Payer,
  ports: PaymentPorts<item>,
): Promise<void> {
  const { payment, address = '' } = caller
  const key = keyIn(payment)
  const isAdmitted =
    (await ports.consents?.(priced, caller)) &&
    !(await ports.facilitator.authorizationState(key.payer, key.nonce))
  if (!isAdmitted) throw await ports.proofs.refusal(key, address)
}
