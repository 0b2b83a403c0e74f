/** The default pager: quits if the text fits, keeps colours, leaves the text on the screen. */
const usual = 'less -FRX'

/** The command line of the pager; `undefined` if none is wanted. */
export function pagerOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = (env['FIQ_PAGER'] ?? env['PAGER'] ?? usual).trim()
  return named === '' || named === 'cat' || env['TERM'] === 'dumb' ? undefined : named
}

/**
 * Shows a text in the user's pager and waits until it is closed. As usual, a shell parses the
 * pager's command line; the text is piped in and never part of a command.
 *
 * @returns `false` without such a program, so that the text is printed instead.
 */
export function page(text: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const pager = pagerOf(env)
  if (pager === undefined) return false
  // Loaded on demand, because most output fits on the screen.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { status, error } = spawnSync(pager, {
    shell: true,
    input: `${text}\n`,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', ...env },
  })
  // By 126 and 127 the shell reports a missing program. A pager that was closed early is no
  // failure.
  return error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE'
    ? status !== 126 && status !== 127
    : false
}
