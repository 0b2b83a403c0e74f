import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of Chromium, from `FIQ_TEST_CHROMIUM` or the PATH. Required only in CI. */
export const chromiumPath: string | undefined =
  process.env['FIQ_TEST_CHROMIUM'] ??
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram)

/** A real browser without a window. `args` are command-line switches of Chromium. */
export async function openChromium(args: readonly string[] = []): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error('No Chromium is installed; name one by FIQ_TEST_CHROMIUM.')
  // Chromium's own sandbox does not work for root, as in containers and on build machines.
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', ...args] })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
