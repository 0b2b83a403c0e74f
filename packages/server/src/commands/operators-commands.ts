import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { ServerConfig } from '../config/config.ts'
import { settings } from '../config/settings.ts'
import { createSessions } from '../http/admin/sessions.ts'
import { createOperatorStore } from '../storage/admin/operator-store.ts'
import {
  addOperator,
  linkOperator,
  listOperators,
  type OperatorsPorts,
  removeOperator,
} from './operators.ts'
import type { Shared } from './printing/operator-ports.ts'
import { onExistingStore, onStore, type Printed } from './printing/operator-ports.ts'

/** How all operator commands are declared and printed. */
type Frame = {
  shared(command: Command): Command
  print(options: Shared, printed: Printed): void
  place(options: Shared): ServerConfig
}

/** `operators`: the accounts that may sign in to `/admin`. */
export function operatorsCommands(program: Command, nowMs: () => number, frame: Frame): void {
  const { shared, print, place } = frame
  const run = async (
    options: Shared,
    work: (ports: OperatorsPorts) => Promise<Printed>,
    open = onExistingStore,
  ) => {
    const config = place(options)
    const origin = config.publicUrl ?? `http://${hostOf(config.host)}:${config.port}`
    const printed = await open(config, ({ database }) => {
      const store = createOperatorStore(database)
      const sessions = createSessions({ store, nowMs, random: randomBytes })
      return work({ store, sessions, nowMs, origin })
    })
    print(options, printed)
  }
  const operators = program
    .command('operators')
    .description('add and remove people who may sign in to /admin')
  const linked = (command: Command) =>
    shared(command).option(settings.publicUrl.flag, settings.publicUrl.help)
  linked(operators.command('add').argument('<name>'))
    .description('create an operator and print a sign-in link, valid once within ten minutes')
    .action((name: string, options: Shared) =>
      run(options, (ports) => addOperator(name, ports), onStore),
    )
  linked(operators.command('link').argument('<name>'))
    .description('print a new sign-in link')
    .action((name: string, options: Shared) => run(options, (ports) => linkOperator(name, ports)))
  shared(operators.command('list'))
    .description('list the operators')
    .action((options: Shared) => run(options, listOperators))
  shared(operators.command('remove').argument('<name>'))
    .description('remove an operator, and end all sessions of that operator')
    .action((name: string, options: Shared) => run(options, (ports) => removeOperator(name, ports)))
}

/**
 * The host of a link. A browser cannot open a wildcard address, so the address of this machine
 * replaces it.
 */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
