import { FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import type { ServerConfig } from '../config/config.ts'

/**
 * Refuses to sell real data for money that anyone can mint. On the embedded devnet, live data needs
 * `--play-money`. A devnet that other machines can reach serves the sandbox only.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function refusePlayMoney(
  config: Pick<ServerConfig, 'facilitator' | 'upstream' | 'publicUrl' | 'host' | 'playMoney'>,
): void {
  const { facilitator, upstream, playMoney } = config
  if (facilitator.mode !== 'devnet' || upstream.mode === 'sandbox') return
  const reached = reachedAt(config)
  if (reached !== undefined)
    throw new FiqError(
      'CONFIGURATION_INVALID',
      `${reached} is not a loopback address, and anybody can mint the money of the embedded devnet. On such an address, the devnet serves --upstream sandbox only, not ${upstream.mode}.`,
      {
        remedy:
          'Settle real payments with --facilitator local or a URL, choose --upstream sandbox, or use 127.0.0.1 without --public-url.',
      },
    )
  if (upstream.mode === 'live' && !playMoney)
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'With --upstream live on the embedded devnet, the server would sell live data for money that anybody can mint.',
      {
        remedy:
          'Settle real payments with --facilitator local or a URL, or allow it on this machine with --play-money or FIQ_PLAY_MONEY=on.',
      },
    )
}

/** The setting by which other machines reach the server; `undefined` if none can. */
function reachedAt({
  publicUrl,
  host,
}: Pick<ServerConfig, 'publicUrl' | 'host'>): string | undefined {
  if (publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname))
    return `--public-url ${publicUrl}`
  return isLoopbackHost(host) ? undefined : `--host ${host}`
}
