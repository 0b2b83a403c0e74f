import { FiqError } from '@fiq/shared/errors'
import type { CliContext } from '../compose/context.ts'

/** @throws FiqError `USAGE` for what would decide for the user beforehand. */
export function refuseLooseFlags({ yes, dryRun }: CliContext['settings']): void {
  if (!yes && !dryRun) return
  throw new FiqError('USAGE', `${yes ? '--yes' : '--dry-run'} is not for the proxy.`, {
    remedy: yes
      ? 'What is paid without asking is set for each client, or with fiq budget set --auto-approve.'
      : 'Ask for a price instead: POST /api/v1/price, or the tool price.',
  })
}
