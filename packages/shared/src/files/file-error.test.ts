import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { expect, test } from 'vitest'
import { fileError } from './file-error.ts'

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test('default: names the file, the reason and the setting', () => {
  const error = fileError(
    thrownBy(() => writeFileSync('/dev/null/settings', '')),
    'FIQ_HOME',
  )
  expect(error).toMatchObject({
    code: 'CONFIGURATION_INVALID',
    kind: 'configuration',
    message: '/dev/null/settings cannot be used: a part of its path is a file.',
    facts: [expect.stringContaining('ENOTDIR')],
    remedy: 'Correct this, or choose another folder with FIQ_HOME.',
  })
  expect(error?.cause).toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(process.platform === 'linux')('behavior: a full disk has no path', () => {
  const full = fileError(
    thrownBy(() => writeFileSync('/dev/full', 'x')),
    '--data-dir',
  )
  expect(full?.message).toBe('A file cannot be used: the disk is full.')
})

test('behavior: other errors are none of a file', async () => {
  const unreachable = new Promise((resolve) => {
    createConnection('/dev/null/socket').once('error', resolve)
  })
  for (const thrown of [
    new Error('ENOENT'),
    spawnSync('/nowhere/program').error,
    thrownBy(() => readFileSync(-1)),
    await unreachable,
    'ENOSPC',
    undefined,
  ])
    expect(fileError(thrown, 'FIQ_HOME')).toBe(undefined)
})
