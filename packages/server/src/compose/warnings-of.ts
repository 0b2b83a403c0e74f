import { isLoopbackHost } from '@fiq/shared/is-loopback'
import { orNames } from '@fiq/shared/spelling/name-list'
import type { ServerConfig } from '../config/config.ts'
import { withoutNode } from '../settlement/remote/remote.ts'

/** Warnings about a valid configuration, and about the areas that it gives no source. */
export function warningsOf(
  config: WarnedSettings,
  refusedAreas: readonly { area: string; settings: readonly string[] }[],
): string[] {
  const ofAreas = refusedAreas.map(
    ({ area, settings }) =>
      `no source for ${area}, so its queries are refused free of charge: set ${orNames(settings)}`,
  )
  return [...warningsOfSettings(config), ...ofAreas]
}

type WarnedSettings = Pick<ServerConfig, 'facilitator' | 'rpcUrl' | 'host' | 'upstream'>

function warningsOfSettings({ facilitator, rpcUrl, host, upstream }: WarnedSettings): string[] {
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
