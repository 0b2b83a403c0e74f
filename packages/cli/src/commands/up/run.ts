import { FiqError } from '@fiq/shared/errors'
import type { PersonalServer } from '@fiq/shared/personal-server'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { showServer, startAlerts } from '../../command-line/show-server.ts'
import type { CliContext } from '../../compose/context.ts'
import { version } from '../../config/version.ts'

/** `fiq up` */
export async function run(context: CliContext, { options }: ParsedArguments): Promise<void> {
  const { output } = context
  const personal = await context.personal()
  const running = await personal.running()
  if (options['status'] && !running) {
    output.print({
      value: { running: false },
      view: () => 'No server is running. Start one with fiq up.',
    })
    return
  }
  if (running && !options['enable']) {
    if (running.version !== version) output.warn(otherVersion(running))
    if (!options['status'])
      output.note('The server is already running. To restart it: fiq down, then fiq up.')
    await showServer(context, running)
    return options['status'] ? undefined : startAlerts(context)
  }
  if (options['foreground']) {
    const code = await personal.runHere(() => startAlerts(context))
    if (code === 0) return
    throw new FiqError('CONFIGURATION_INVALID', `The server stopped with exit code ${code}.`, {
      remedy: 'Its last lines above show the reason.',
    })
  }
  if (options['enable']) {
    output.note(
      `The server starts at each login: ${await personal.enable()}. To stop that: fiq down --disable.`,
    )
    await showServer(context, (await personal.running())!)
    return startAlerts(context)
  }
  output.note(`Starting ${personal.program.shown}; log: ${personal.logFile}`)
  await showServer(context, await personal.start())
  await startAlerts(context)
}

function otherVersion({ version: serverVersion }: PersonalServer): string {
  return `The server has version ${serverVersion}, this fiq has version ${version}. To update the server: fiq down, then fiq up.`
}
