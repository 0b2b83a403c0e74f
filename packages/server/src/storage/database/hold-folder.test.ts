import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { holdFolder, lockFile } from './hold-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-hold-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

test('default: one process holds it until it releases it', () => {
  const release = holdFolder(folder)
  expect(statSync(join(folder, lockFile)).mode & 0o777).toBe(0o600)
  expect(() => holdFolder(folder)).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      message: `Another server uses the data folder ${folder}.`,
      remedy: expect.stringContaining('--data-dir'),
    }),
  )
  release()
  release()
  holdFolder(folder)()
})

test('behavior: the lock lasts until the process ends, in any way', async () => {
  const program = `import(${JSON.stringify(new URL('./hold-folder.ts', import.meta.url).href)})
    .then(({ holdFolder }) => { holdFolder(${JSON.stringify(folder)}) })
    .then(() => { gc(); setTimeout(() => { gc(); console.log('held') }, 20) })
    .then(() => setInterval(() => {}, 1_000))`
  const other = spawn(process.execPath, ['--expose-gc', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  expect(() => holdFolder(folder)).toThrow('Another server uses')
  other.kill('SIGKILL')
  await once(other, 'exit')
  holdFolder(folder)()
})

test('error: a missing folder cannot be held', () => {
  expect(() => holdFolder(join(folder, 'none'))).toThrow('server.lock cannot be locked')
})
