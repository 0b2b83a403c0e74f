import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findServer } from './find-program.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fiq-find-')))
afterAll(() => rmSync(root, { recursive: true }))

function place(folder: string, name: string, version: string, file: string): string {
  const path = join(root, folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  const manifest = { name, version, bin: { [name]: file } }
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest))
  return path
}

test('default: in a checkout, finds the server beside the client, built or not', () => {
  const client = place('checkout/packages/cli', 'fiq', '1.2.3', 'dist/fiq.cjs')
  const server = place('checkout/packages/server', 'fiq-server', '1.2.3', 'dist/fiq-server.js')
  expect(findServer(['node', client], '1.2.3')).toEqual({
    command: 'node',
    words: [server],
    shown: server,
  })
  const source = place('checkout/packages/cli', 'fiq', '1.2.3', 'src/fiq.ts')
  const main = join(root, 'checkout/packages/server/src/main.ts')
  mkdirSync(dirname(main))
  writeFileSync(main, '')
  expect(findServer(['node', source], '1.2.3').words).toEqual([main])
})

test("default: installed globally, finds the package beside ours, through npm's link", () => {
  const client = place('lib/node_modules/fiq', 'fiq', '1.2.3', 'dist/fiq.cjs')
  const server = place('lib/node_modules/fiq-server', 'fiq-server', '1.2.3', 'dist/fiq-server.js')
  mkdirSync(join(root, 'bin'))
  symlinkSync(client, join(root, 'bin/fiq'))
  expect(findServer(['node', join(root, 'bin/fiq')], '1.2.3').words).toEqual([server])
})

test('behavior: without a server of this version, uses npx', () => {
  const client = join(root, 'lib/node_modules/fiq/dist/fiq.cjs')
  const fetched = {
    command: 'npx',
    words: ['--yes', 'fiq-server@1.2.4'],
    shown: 'npx fiq-server@1.2.4',
  }
  expect(findServer(['node', client], '1.2.4')).toEqual(fetched)
  expect(findServer(['node', join(root, 'nowhere')], '1.2.4')).toEqual(fetched)
})
