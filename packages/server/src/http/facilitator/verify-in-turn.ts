import { createAddressTurns } from '../../rate-limit/address-turns.ts'
import { createEarnedTurns } from '../../rate-limit/earned-turns.ts'
import type { RequestGate } from '../../rate-limit/request-gate.ts'
import type { ChainPort } from '../../settlement/chain/chain-reads.ts'
import type { Facilitator, Verification } from '../../settlement/facilitator.ts'
import { keySignedOnce } from '../../settlement/signature/remember-key-signed.ts'
import { transferFault } from '../../settlement/verify/simulate-transfer.ts'

export type VerifyInTurnPorts = {
  facilitator: Pick<Facilitator, 'verify'>
  /** Simulates payments. */
  chain: ChainPort
  /** Counts the checks of wallet contracts by address. */
  gate: Pick<RequestGate, 'spendFetch'>
}

/** Verifies the payment of one request. */
export type VerifyInTurn = {
  /** Signature and terms. Only a wallet contract causes a request to the node. */
  verify: Facilitator['verify']
  /** {@link VerifyInTurn.verify}, then whether the token would move the money now. */
  simulate: Facilitator['verify']
  /** Searches the chain for the settlement of a payment that is not valid, in the turn of its address. */
  search<found>(find: () => Promise<found>): Promise<found>
  /** Returns the charges, because the payment was good. */
  refund(): Promise<void>
}

/**
 * Bounds the requests to the node that an address causes for free. Simulations of payments signed
 * by a key have turns that valid payments earn. A wallet contract may burn its gas, so its payments
 * are checked one at a time, and each check counts as a fetch of its address until
 * {@link VerifyInTurn.refund}. So does each search for a settlement, which reads many blocks.
 */
export function createVerifyInTurn({
  facilitator,
  chain,
  gate,
}: VerifyInTurnPorts): (address: string) => VerifyInTurn {
  const [byKey, byContract] = [createEarnedTurns(), createAddressTurns()]
  return (address) => {
    let charged = 0
    const charge = async () => {
      await gate.spendFetch({ address })
      charged += 1
    }
    const simulated: Facilitator['verify'] = async (payment, terms) => {
      const verified = await facilitator.verify(payment, terms, charge)
      const fault = verified.isValid ? await transferFault(chain, payment) : undefined
      return fault ? { isValid: false, payer: verified.payer, ...fault } : verified
    }
    return {
      verify(payment, terms) {
        const verified = () => facilitator.verify(payment, terms, charge)
        return keySignedOnce(payment) ? verified() : byContract.inTurn(address, verified)
      },
      simulate(payment, terms): Promise<Verification> {
        const turns = keySignedOnce(payment) ? byKey : byContract
        return turns.inTurn(address, () => simulated(payment, terms))
      },
      search: (find) =>
        byContract.inTurn(address, async () => {
          await charge()
          return find()
        }),
      async refund() {
        if (charged > 0) await gate.spendFetch({ address }, -charged)
        charged = 0
      },
    }
  }
}
