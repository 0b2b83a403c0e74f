import { expect } from 'vitest'
import type { ClientHome } from './fiq.ts'
import { openPane } from './tmux-pane.ts'

/** Common widths of a terminal. */
export const widths: readonly number[] = [80, 120, 200]

/** The terminal at each width after the command has ended. */
export async function captured(
  client: ClientHome,
  words: string,
  env: Readonly<Record<string, string>> = {},
  exit = /^ended (0|14)$/m,
): Promise<string> {
  const screens: string[] = []
  for (const columns of widths) {
    using pane = await openPane(client, { columns, rows: 40 }, words, { TZ: 'UTC', ...env })
    expect(await pane.until(/^ended \d+$/m)).toMatch(exit)
    const screen = await pane.all()
    screens.push(`${columns} columns`, screen.replace(/^icanon echo\nended \d+$/m, ''))
  }
  return masked(client, screens.join('\n'))
}

/** Without what differs in each run: folders, ports, hashes, the version of the tariff. */
export function masked({ home, url }: ClientHome, text: string): string {
  return text
    .replaceAll(home, '~')
    .replaceAll(new URL(url).host, '127.0.0.1:00000')
    .replace(/tariff [0-9a-f]{12}/g, 'tariff 000000000000')
    .replace(/0x[0-9a-fA-F]{64}|0x[0-9a-f]{8}…[0-9a-f]{6}|0x[0-9a-f]{8}(?=\s|$)/g, (hash) =>
      hash.replace(/(?<=^0x.*)[0-9a-f]/g, '0'),
    )
}
