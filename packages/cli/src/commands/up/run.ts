import { FiqError } from '@fiq/shared/errors'
import type { PersonalServer } from '@fiq/shared/personal-server'
import type { Given } from '../../command-line/declaration.ts'
import { showServer } from '../../command-line/show-server.ts'
import type { CliContext } from '../../compose/context.ts'
import { version } from '../../config/version.ts'

/** `fiq up` */
export async function run(context: CliContext, { options }: Given): Promise<void> {
  const { output } = context
  const personal = await context.personal()
  const running = await personal.running()
  if (options['status'] && !running) {
    output.print({ value: { running: false }, view: () => 'No server runs. fiq up starts one.' })
    return
  }
  if (running && !options['enable']) {
    if (running.version !== version) output.warn(otherVersion(running))
    if (!options['status'])
      output.note('It runs already. fiq down ends it, e.g. before another start.')
    return showServer(context, running)
  }
  if (options['foreground']) {
    const code = await personal.runHere()
    if (code === 0) return
    throw new FiqError('CONFIGURATION_INVALID', `The server ended with exit code ${code}.`, {
      remedy: 'It has said why above.',
    })
  }
  if (options['enable']) {
    await personal.stop()
    output.note(`Starts at each login: ${await personal.enable()}; fiq down --disable ends that.`)
    return showServer(context, (await personal.running())!)
  }
  output.note(`Starting ${personal.program.shown}; log: ${personal.logFile}`)
  await showServer(context, await personal.start())
}

function otherVersion({ version: theirs }: PersonalServer): string {
  return `The server is ${theirs}, this is fiq ${version}: fiq down, then fiq up.`
}
