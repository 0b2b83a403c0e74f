import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { AccessStore } from '../accounts/access-store.ts'
import { describeOnceAnswers } from '../accounts/testing/describe-once-answers.ts'
import { openSqliteAccessStore } from '../accounts/testing/sqlite-access-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-once-'))
const files = new Map<AccessStore, string>()
const open = async (file: string) => {
  const store = openSqliteAccessStore(file)
  files.set(store, file)
  return store
}
afterAll(async () => {
  for (const store of files.keys()) await store.close()
  rmSync(folder, { recursive: true, force: true })
})

describeOnceAnswers(
  'SQLite',
  () => open(join(folder, `${files.size}.sqlite`)),
  (to) => open(files.get(to)!),
)
