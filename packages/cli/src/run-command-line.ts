import { defined } from '@fiq/shared/defined'
import { FiqError, hasCode } from '@fiq/shared/errors'
import { buildProgram, type Chosen } from './command-line/build-program.ts'
import type { Declaration } from './command-line/declaration.ts'
import { renamedIn } from './command-line/renamed.ts'
import { withHelpOf } from './command-line/usage-errors.ts'
import { commandGroups, commandNames, declarationsOf } from './commands/declarations.ts'
import { refuseKey } from './commands/wallet/refuse-key.ts'
import type { CliContext } from './compose/context.ts'
import { openContext } from './compose/open-context.ts'
import type { World } from './compose/world.ts'
import { version } from './config/version.ts'
import { isFieldListWanted, outputOptionsOf } from './output-options.ts'
import { delivers } from './query/open-money.ts'
import { PriceOnly } from './query/server-client.ts'
import { reportAsJson, reportAsText, reportOf } from './terminal/report-error.ts'
import { wantsColour } from './terminal/wants-colour.ts'

/**
 * Runs one command line, from words to exit code. Prints every failure: as text on a terminal or if
 * a table is requested, else as one line of JSON.
 */
export async function runCommandLine(
  world: World,
  commands?: readonly Declaration[],
): Promise<number> {
  try {
    return await run(world, commands)
  } catch (error) {
    return fail(world, error)
  }
}

/**
 * Prints an error on stderr.
 *
 * @param exit - Exit code of this process, if it is not that of the error: a signal's.
 * @returns The exit code.
 */
export function fail(world: World, thrown: unknown, exit?: number): number {
  const { stdout, stderr, env, argv, cancelled = [] } = world
  const isCancelled = hasCode(thrown, 'CANCELLED')
  if (exit !== undefined && isCancelled && [...cancelled].some((end) => end())) return exit
  const known = reportOf(world.money.state(thrown))
  const report = exit === undefined ? known : { ...known, exit }
  const colour = stderr.isTerminal && wantsColour(env, !argv.includes('--no-color'))
  stderr.write(
    stdout.isTerminal || stderr.isTerminal || argv.includes('--table')
      ? `${reportAsText(report, { columns: stderr.columns, colour })}\n`
      : `${reportAsJson(report)}\n`,
  )
  return report.exit
}

async function run(world: World, declarations?: readonly Declaration[]): Promise<number> {
  refuseKey(world.argv)
  const known = declarations?.map(({ name }) => name) ?? commandNames
  const { argv, remote, priceOnly } = readWords(world.argv, known)
  // If the first word names a command, only it is declared; the others are for suggestions.
  const commands = declarations ?? (await declarationsOf(argv[0]))
  const { columns } = world.stdout
  const parsed = buildProgram(commands, { columns, version, groups: commandGroups }).parse(argv)
  if ('help' in parsed) {
    world.stdout.write(parsed.help)
    return 0
  }
  try {
    return await runChosen(world, parsed.chosen, { priceOnly, remote })
  } catch (error) {
    throw withHelpOf(parsed.chosen.command, error)
  }
}

async function runChosen(
  world: World,
  chosen: Chosen,
  words: Pick<Words, 'priceOnly' | 'remote'>,
): Promise<number> {
  const { declaration, args, globals } = chosen
  const { priceOnly, remote } = words
  const { fields, columns, inPipe }: Pick<Declaration, 'fields' | 'columns' | 'inPipe'> = priceOnly
    ? { fields: priceFields }
    : declaration
  const shape = defined({ fields, columns, inPipe })
  if (isFieldListWanted(world, shape, globals))
    return listFields(
      world,
      globals['columns'] === true ? (columns ?? fields ?? []) : (fields ?? []),
    )
  const outputOptions = outputOptionsOf(world, shape, globals)
  if (outputOptions.jq !== undefined) {
    const { checkFilter } = await import('./terminal/jq/run-jq.ts')
    await checkFilter(outputOptions.jq)
  }
  const { run: runCommand } = await declaration.load!()
  const { context, delivered } = openContext(world, globals, outputOptions)
  for (const line of renamedIn(chosen, world.env)) context.output.warn(line)
  try {
    await runCommand(
      priceOnly ? await priceOnlyContext(context, remote) : context,
      args,
      declarationsOf,
    )
  } catch (error) {
    if (error instanceof PriceOnly) {
      if (error.shown && context.output.format === 'text') return 0
      const { showEstimate } = await import('./commands/price/run.ts')
      await showEstimate(context, error.estimate)
      await context.output.flushed()
      return 0
    }
    // The next run finds the server that runs now.
    if (await offers(context, error, chosen.command)) return runChosen(world, chosen, words)
    const reported = world.money.state(error)
    // Shown in place of the answer, which no other part of the program reads afterwards.
    if (delivers(reported)) await deliver(context, delivered)
    throw reported
  }
  await deliver(context, delivered)
  return 0
}

/** Loaded only for an unreachable server. */
async function offers(context: CliContext, error: unknown, command: string): Promise<boolean> {
  if (!(error instanceof FiqError) || error.code !== 'SERVER_UNREACHABLE') return false
  const { offerServer } = await import('./command-line/offer-server.ts')
  return offerServer(context, error, command)
}

/** Marks printed answers as delivered, once they have left this process. */
async function deliver({ output }: CliContext, delivered: () => void): Promise<void> {
  await output.flushed()
  delivered()
}

/**
 * The error for data that could not be written: a closed output, a full disk. The paid answer is
 * kept.
 */
export function outputFailed(reason: string, cause?: unknown): FiqError {
  return new FiqError('OUTPUT_FAILED', 'Standard output cannot be written.', {
    facts: [`Reason: ${reason}`],
    cause,
  })
}

function listFields({ stdout, stderr }: World, fields: readonly string[]): number {
  stdout.write(`${fields.join('\n')}\n`)
  stderr.write(
    '--json all prints all of them; --json field,field prints only those you name,\nand so does --columns field,field.\n',
  )
  return 0
}

/** Fields of `fiq price`, for every priced command. */
const priceFields = ['tariff', 'credits', 'amount', 'rows']

type Words = { argv: readonly string[]; priceOnly: boolean; remote: boolean }

/**
 * Rewrites words: `fiq help quote` is `fiq quote --help`, and `fiq price quote AAPL` is `fiq quote
 * AAPL` that stops at the price.
 */
function readWords(argv: readonly string[], commands: readonly string[]): Words {
  const [first, second] = argv
  const names = commands.filter((name) => name !== first)
  const plain = { argv, priceOnly: false, remote: false }
  // Without a topic, with or without options.
  if (first === 'help' && (second ?? '-').startsWith('-'))
    return { ...plain, argv: ['--help', ...argv.slice(1)] }
  if (second === undefined || !names.includes(second)) return plain
  const rest = argv.slice(1)
  if (first === 'help') return { ...plain, argv: [...rest, '--help'] }
  if (first !== 'price') return plain
  return {
    argv: rest.filter((word) => word !== '--remote'),
    priceOnly: true,
    remote: rest.includes('--remote'),
  }
}

async function priceOnlyContext(context: CliContext, remote: boolean): Promise<CliContext> {
  const { priceOf } = await import('./commands/price/run.ts')
  const query: CliContext['query'] = async (operation) => {
    throw new PriceOnly(await priceOf(context, operation, remote))
  }
  const session = {
    query,
    delivered() {},
    spent: () => 0n,
    inDoubt: () => 0n,
    isPlay: false,
    raise() {},
    end() {},
  }
  return { ...context, query, openSession: async () => session }
}
