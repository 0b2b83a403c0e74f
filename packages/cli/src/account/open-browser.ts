import type { execFile } from 'node:child_process'

type Desktop = { platform: string; env: Readonly<Record<string, string | undefined>> }

/**
 * Opens an address in the user's browser. The address is a separate argument, so no shell parses
 * it.
 *
 * @returns `false` if there is no desktop, or no program that opens addresses.
 */
export function openBrowser(
  address: string,
  { platform, env }: Desktop,
  run: typeof execFile = process.getBuiltinModule('node:child_process').execFile,
): Promise<boolean> {
  // Without a desktop xdg-open would start a text browser in the terminal and wait for it.
  const hasDesktop = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  if (!opensByItself.has(platform) && !hasDesktop) return Promise.resolve(false)
  const [program, ...words] = openers[platform] ?? ['xdg-open']
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = run(program, [...words, address], () => {})
  child.once('error', () => resolve(false))
  // Wait only for the start: some of these programs live as long as the browser.
  child.once('spawn', () => resolve(true))
  child.unref()
  return promise
}

const opensByItself: ReadonlySet<string> = new Set(['darwin', 'win32'])

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
