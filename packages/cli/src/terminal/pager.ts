/** The pager where none is named: ends by itself for what fits, keeps colours, leaves the text. */
const usual = 'less -FRX'

/** The command line of the pager; `undefined` where none is wanted. */
export function pagerOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = (env['FIQ_PAGER'] ?? env['PAGER'] ?? usual).trim()
  return named === '' || named === 'cat' || env['TERM'] === 'dumb' ? undefined : named
}

/**
 * Shows a text in the user's pager and waits until it is left. The shell reads the command line, as it
 * does for other programs; the text goes in by a pipe and is part of no command.
 *
 * @returns false where there is no such program, so that the text is printed instead.
 */
export function page(text: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const pager = pagerOf(env)
  if (pager === undefined) return false
  // Loaded late: most runs print what fits.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { status, error } = spawnSync(pager, {
    shell: true,
    input: `${text}\n`,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', ...env },
  })
  // 126 and 127 are the shell's: no such program. A reader that was left early has seen enough.
  return error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE'
    ? status !== 126 && status !== 127
    : false
}
