import type { Hex } from '@fiq/shared/payment/wire'
import { createAddressTurns } from './address-turns.ts'
import type { RequestGate } from './request-gate.ts'

/** Checks a signature with a wallet contract, by ERC-1271. */
export type WalletCheck = (wallet: Hex, digest: Hex, signature: Hex) => Promise<boolean>

/**
 * Bounds the checks of wallet contracts that are not part of a payment: sign-ins and proofs. The
 * contract is chosen by the client and may burn its gas. So a client network has one check at a
 * time, and each one counts as a fetch of it, unless the contract accepts the signature.
 *
 * @returns The check for a client, by the address of its connection.
 */
export function createWalletChecks(
  check: WalletCheck,
  gate: Pick<RequestGate, 'spendFetch'>,
): (address: string) => WalletCheck {
  const { inTurn } = createAddressTurns()
  return (address) =>
    (...signed) =>
      inTurn(address, async () => {
        await gate.spendFetch({ address })
        const isAccepted = await check(...signed)
        if (isAccepted) await gate.spendFetch({ address }, -1)
        return isAccepted
      })
}
