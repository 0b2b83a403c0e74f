import { FiqError } from '@fiq/shared/errors'
import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'
import type { Command } from './edit-config.ts'
import { carryOut, type InstallWorld, planInstall, planUninstall } from './open-installs.ts'
import type { Proof } from './prove-entry.ts'

/** A change to show before it is applied. */
export type Plan = {
  path: string
  diff: string
  /** Starts the entry like the agent. @throws FiqError with the reason why it cannot pay. */
  prove(): Promise<Proof>
  /** @throws FiqError `DECLINED`; `APPROVAL_NEEDED` without a terminal. */
  agreed(): Promise<void>
  carryOut(): Promise<void>
}

/**
 * Plans a change of a client's configuration. The entry names the client and contains no secret.
 */
export function planChange(
  kind: 'install' | 'uninstall',
  name: string,
  {
    world,
    entry: server,
    terminal,
    ensure,
  }: {
    world: InstallWorld
    /** How the agent starts this program. */
    entry: Command
    terminal: ApprovalTerminal
    /** Adds the client with the default caps, if it is unknown. */
    ensure(name: string): Promise<unknown>
  },
): Plan {
  const isInstall = kind === 'install'
  const change = isInstall ? planInstall(world, name, server) : planUninstall(world, name)
  return {
    path: change.path,
    prove: async () => (await import('./prove-entry.ts')).proveEntry(server, world.env),
    diff: change.diff,
    async agreed() {
      if (!terminal.interactive)
        throw new FiqError(
          'APPROVAL_NEEDED',
          'There is no terminal for a prompt; nothing was changed.',
          { remedy: 'To write it without a prompt, add --yes.' },
        )
      const reply = (await terminal.prompt('Write this? [y/N]: ')).trim().toLowerCase()
      if (reply !== 'y' && reply !== 'yes')
        throw new FiqError('DECLINED', 'Nothing was changed.', { remedy: 'Nothing was written.' })
    },
    async carryOut() {
      if (isInstall) await ensure(name)
      carryOut(world, change, isInstall)
    },
  }
}
