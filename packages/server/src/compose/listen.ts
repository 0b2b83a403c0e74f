import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config/config.ts'
import { connectors } from '../connectors/connectors.ts'
import type { Faults } from '../payments/fault-points.ts'
import type { ConnectorContext } from '../sources/connector.ts'
import type { ObservabilityPorts } from './observability.ts'

/** Ports of the server. */
export type ServerPorts = {
  log: Pick<Logger, 'error'> & ObservabilityPorts['log']
  now(): Date
  version: string
  /** Keys of upstreams, contact of the operator. */
  environment: Readonly<Record<string, string | undefined>>
  /** Tests only: faults between the money path and the embedded chain. */
  faults?: Faults
}

/** If a list is unavailable now, the first request that needs it fetches it again. */
export async function warm(context: ConnectorContext): Promise<void> {
  for (const connector of connectors) await connector.warm?.(context).catch(() => {})
}

/**
 * Maximum number of connections waiting to be accepted. Clients retry excess ones only after
 * seconds, payments too. The system may allow fewer (`net.core.somaxconn`).
 */
const connectingMax = 4_096

/** @throws FiqError `CONFIGURATION_INVALID` when the port cannot be used. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<ServerConfig, 'host' | 'port'>,
): Promise<string> {
  try {
    return await app.listen({ host, port, backlog: connectingMax })
  } catch (cause) {
    const { code } = cause as { code?: string }
    throw new FiqError(
      'CONFIGURATION_INVALID',
      `Port ${port} on ${host} cannot be listened on (${code ?? 'unknown reason'}).`,
      { cause, remedy: 'Stop what uses it, or choose another with --port; 0 picks a free one.' },
    )
  }
}
