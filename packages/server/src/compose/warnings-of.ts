import { isLoopbackHost } from '@fiq/shared/is-loopback'
import type { ServerConfig } from '../config/config.ts'
import { withoutNode } from '../settlement/remote/remote.ts'

/** Warnings about a valid configuration. */
export function warningsOf({
  facilitator,
  rpcUrl,
  host,
  upstream,
}: Pick<ServerConfig, 'facilitator' | 'rpcUrl' | 'host' | 'upstream'>): string[] {
  if (facilitator.mode === 'remote' && rpcUrl === undefined)
    return [`${withoutNode.says}. ${withoutNode.remedy}`]
  if (facilitator.mode !== 'devnet') return []
  return [
    ...(isLoopbackHost(host)
      ? []
      : [
          'the devnet and its faucet are reachable from other machines: anybody can pay with play money',
        ]),
    ...(upstream.mode === 'live'
      ? ['this server sells live data for play money on this machine, as --play-money allows']
      : []),
  ]
}
