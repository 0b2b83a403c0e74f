import { defined } from '@fiq/shared/defined'
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { type SettingName, settings } from '../config/settings.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import type { Store } from '../storage/open-store.ts'
import { runBackup, runRestore } from './backup/backup.ts'
import { runDoctor } from './doctor/doctor.ts'
import { createKey, type KeyOptions, type KeyPorts, listKeys, revokeKey } from './keys.ts'
import { operatorsCommands } from './operators-commands.ts'
import { changePlan, createOrg, listOrgs, listPlans } from './orgs.ts'
import { listPayments } from './payments.ts'
import {
  onExistingStore,
  onStore,
  type Printed,
  printer,
  type Shared,
} from './printing/operator-ports.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { showPayment } from './show-payment.ts'

/** Ports of operator commands. */
export type OperatorWorld = {
  environment: Readonly<Record<string, string | undefined>>
  nowMs(): number
  write(line: string): void
  /** Reads all of standard input. */
  readInput(): Promise<string>
  /** Makes the program end with exit code 1, after printing everything. */
  fail(): void
}

type Flags = Partial<Record<SettingName, string>> & { json?: boolean }

/**
 * `orgs`, `keys`, `plans`, `payments` and `operators`: administration on the data folder of a
 * server, which may be running.
 */
export function operatorCommands(program: Command, world: OperatorWorld): void {
  const print = printer(world)
  const accounts = async (
    options: Shared,
    run: (ports: KeyPorts) => Promise<Printed>,
    open = onExistingStore,
  ) => {
    const printed = await open(configOf(options, world), ({ database }) =>
      run({ ...world, store: openAccessStore(database) }),
    )
    print(options, printed)
  }

  const orgs = program.command('orgs').description('create and list owners of keys and credits')
  shared(orgs.command('create').argument('<name>'))
    .description('create an organisation')
    .option('--plan <plan>', 'a plan of fiq-server plans list')
    .action((name: string, options: Shared & { plan?: string }) =>
      accounts(options, (ports) => createOrg(name, options.plan, ports), onStore),
    )
  shared(orgs.command('plan').argument('<name>').argument('<plan>'))
    .description('move an organisation to another plan')
    .action((name: string, plan: string, options: Shared) =>
      accounts(options, (ports) => changePlan(name, plan, ports)),
    )
  shared(orgs.command('list'))
    .description('list the organisations and their credits')
    .action((options: Shared) => accounts(options, listOrgs))

  const keys = program.command('keys').description('create, list and revoke API keys')
  shared(keys.command('create'))
    .description('create a key, shown once, and its organisation if that does not exist')
    .requiredOption('--org <name>', 'organisation that owns the key')
    .option('--plan <plan>', 'plan of a new organisation')
    .option('--credits <n>', 'credits to grant')
    .option('--expires <days>', 'lifetime of the key, e.g. 30d; unlimited by default')
    .option('--name <name>', 'name of the key in lists')
    .action((options: Shared & KeyOptions) =>
      accounts(options, (ports) => createKey(options, ports), onStore),
    )
  shared(keys.command('list'))
    .description('list keys by prefix')
    .option('--org <name>', 'only of this organisation')
    .action((options: Shared & { org?: string }) =>
      accounts(options, (ports) => listKeys(options, ports)),
    )
  shared(keys.command('revoke').argument('<key>', 'id or prefix; - reads the key from stdin'))
    .description('revoke a key; requests with it are refused from then on')
    .action((key: string, options: Shared) => accounts(options, (ports) => revokeKey(key, ports)))

  shared(program.command('plans').description('list the plans of organisations').command('list'))
    .description('list the plans: credits, rates and areas')
    .action((options: Shared) => print(options, listPlans()))

  paymentsCommands(program, world, print)
  careCommands(program, world, print)
}

/** `payments show` and `payments list`. */
function paymentsCommands(
  program: Command,
  world: OperatorWorld,
  print: ReturnType<typeof printer>,
): void {
  const answer = async (options: Shared, run: (store: Store) => Promise<Printed>) =>
    print(options, await onExistingStore(configOf(options, world), run))
  const payments = program.command('payments').description('list and show payments')
  shared(payments.command('show').argument('<id>', 'nonce or transaction, 0x…'))
    .description('show one payment: where its money is, and why')
    .action((id: string, options: Shared) => answer(options, (store) => showPayment(id, store)))
  shared(payments.command('list'))
    .description('list the newest payments and the sums by state')
    .option('--state <state>', 'only in this state, e.g. owed')
    .option('--limit <n>', 'maximum number of payments', '50')
    .action((options: Shared & { state?: string; limit?: string }) =>
      answer(options, (store) => listPayments(options, store, world.nowMs())),
    )
}

/** `backup`, `restore`, `reconcile`, `doctor` and `operators`: maintenance and diagnosis. */
function careCommands(
  program: Command,
  world: OperatorWorld,
  print: ReturnType<typeof printer>,
): void {
  const { environment, nowMs } = world
  const ports = { path: environment['PATH'], nowMs }
  const place = (options: Shared) => configOf(options, world)
  operatorsCommands(program, nowMs, { shared, print, place })
  shared(program.command('backup').argument('<file>', 'a new file'))
    .description('copy the record of payments, keys and credits; the server may run')
    .action(async (file: string, options: Shared) =>
      print(options, await runBackup(file, place(options), ports)),
    )
  shared(program.command('restore').argument('<file>', 'a file of fiq-server backup'))
    .description('replace the record with a backup; stop the server first')
    .option('--over-newer', 'even if payments were made after the backup')
    .action(async (file: string, options: Shared & { overNewer?: boolean }) =>
      print(options, await runRestore(file, place(options), options, ports)),
    )

  const { facilitator, rpcUrl } = settings
  shared(
    program.command('reconcile').argument('[id...]', 'nonces or transactions, 0x…; all by default'),
  )
    .description('check unfinished payments on the chain, once; sends no transaction')
    .option(facilitator.flag, `${facilitator.help} (${facilitator.variable})`)
    .option(rpcUrl.flag, `${rpcUrl.help} (${rpcUrl.variable})`)
    .action(async (ids: string[], { json, ...flags }: Flags) => {
      const printed = await reconcilePayments(ids, readConfig(flags, environment), nowMs)
      print({ json }, printed)
      if (!printed.isKnown) world.fail()
    })

  const doctor = program
    .command('doctor')
    .description('check everything that a server with this configuration needs; changes nothing')
    .option('--json', 'print JSON')
  for (const { flag, variable, help } of Object.values(settings))
    doctor.option(flag, `${help} (${variable})`)
  doctor.action(async ({ json, ...flags }: Flags) => {
    const printed = await runDoctor(readConfig(flags, environment), world)
    print({ json }, printed)
    if (!printed.isWell) world.fail()
  })
}

function shared(command: Command): Command {
  const { dataDir, database } = settings
  return command
    .option(dataDir.flag, `${dataDir.help} (${dataDir.variable}, default ${dataDir.default})`)
    .option(database.flag, `${database.help} (${database.variable})`)
    .option('--json', 'print JSON')
}

function configOf({ dataDir, database, publicUrl }: Shared, { environment }: OperatorWorld) {
  const flags = defined({ dataDir, database, publicUrl })
  return readConfig(flags, environment)
}
