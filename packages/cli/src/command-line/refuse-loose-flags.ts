import { FiqError } from '@fiq/shared/errors'
import type { CliContext } from '../compose/context.ts'

/** @throws FiqError `USAGE` for options that would approve a payment in advance. */
export function refuseLooseFlags({ yes, dryRun }: CliContext['settings']): void {
  if (!yes && !dryRun) return
  throw new FiqError('USAGE', `${yes ? '--yes' : '--dry-run'} cannot be used with the proxy.`, {
    remedy: yes
      ? 'Set what is paid without approval for each client, or with fiq budget set --auto-approve.'
      : 'To get a price, send POST /api/v1/price or call the tool price.',
  })
}
