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
  /** Keys of upstreams, and the contact of the operator. */
  environment: Readonly<Record<string, string | undefined>>
  /** Tests only: faults to inject between the money path and the embedded chain. */
  faults?: Faults
}

/** If a list is unavailable now, the first request that needs it fetches it again. */
export async function warm(context: ConnectorContext): Promise<void> {
  for (const connector of connectors) await connector.warm?.(context).catch(() => {})
}

/**
 * Maximum number of connections waiting to be accepted. Clients retry refused connections only
 * after seconds, and payments wait as long. The system may allow fewer (`net.core.somaxconn`).
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
      `The server cannot listen on port ${port} of ${host} (${code ?? 'unknown reason'}).`,
      {
        cause,
        remedy:
          'Stop the program that uses the port, or choose another with --port. 0 selects a free port.',
      },
    )
  }
}
