import type { execFile } from 'node:child_process'

type Desktop = { platform: string; env: Readonly<Record<string, string | undefined>> }

/**
 * Opens an address in the user's browser. The address is an argument of its own, never part of a
 * command line that a shell reads.
 *
 * @returns false where nothing would be seen: no desktop, or no program that opens addresses.
 */
export function openBrowser(
  address: string,
  { platform, env }: Desktop,
  run: typeof execFile = process.getBuiltinModule('node:child_process').execFile,
): Promise<boolean> {
  // Without a desktop xdg-open would start a browser in the terminal that waits for it.
  const hasDesktop = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  if (!opensByItself.has(platform) && !hasDesktop) return Promise.resolve(false)
  const [program, ...words] = openers[platform] ?? ['xdg-open']
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = run(program, [...words, address], () => {})
  child.once('error', () => resolve(false))
  // Started is all that is waited for: some of these programs live as long as the browser.
  child.once('spawn', () => resolve(true))
  child.unref()
  return promise
}

const opensByItself: ReadonlySet<string> = new Set(['darwin', 'win32'])

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
