import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { zipOf } from '@fiq/shared/zip-of'
import { version } from '../../config/version.ts'
import { toolsFor } from '../mcp/tools.ts'

/** A written bundle. */
export type Bundle = { path: string; bytes: number; sha256: string }

/** Whether Node runs the file. Manual pages are excluded. */
const isProgram = (name: string) => /\.(cjs|mjs|wasm)$/.test(name) || name.endsWith('NOTICES.txt')

/**
 * Writes an MCPB bundle: this program for hosts that install with a click and include a Node. It
 * contains no native module, so the OS keychain is not used: its wallet is a file that `fiq wallet
 * unlock` opens, or none for a free server.
 *
 * @param program - Folder of the built program.
 * @throws FiqError `CONFIGURATION_INVALID` if there is no built program, or the file cannot be
 * written.
 */
export function writeBundle(program: string, path: string): Bundle {
  const names = namesIn(program)
  if (!names.includes('fiq.cjs'))
    throw new FiqError('CONFIGURATION_INVALID', 'Only the built program can be bundled.', {
      facts: [`Folder: ${program}`],
      remedy: 'Install or build fiq, and run the command with that program.',
    })
  const programs = names
    .filter(isProgram)
    .map((name) => [`server/${name}`, readFileSync(join(program, name))] as const)
  const archive = zipOf({
    'manifest.json': JSON.stringify(manifest(), null, 2),
    ...Object.fromEntries(programs),
  })
  try {
    writeFileSync(path, archive)
  } catch (cause) {
    throw new FiqError('CONFIGURATION_INVALID', 'The bundle cannot be written.', {
      facts: [`File: ${path}`, `Reason: ${(cause as Error).message}`],
      remedy: 'Choose another file: --output FILE.',
      cause,
    })
  }
  const sha256 = createHash('sha256').update(archive).digest('hex')
  return { path, bytes: archive.length, sha256 }
}

/** The manifest of the bundle. Source: MCPB, version 0.3. */
function manifest() {
  const entry = 'server/fiq.cjs'
  return {
    manifest_version: '0.3',
    name: 'fiq',
    display_name: 'Finance Intelligence Query',
    version,
    description: 'Finance data by the query, paid from a local wallet within limits that you set',
    author: { name: 'Finance Intelligence Query' },
    license: 'Apache-2.0',
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entry}`, 'mcp', '--client', 'mcpb'],
        env: {},
      },
    },
    tools: toolsFor({ tools: undefined }, { isPersonal: false, isNewer: true }).map(
      ({ name, description }) => ({ name, description }),
    ),
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=24' } },
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
