/**
 * A separate process that writes a shared file, for tests that race or kill it. Arguments: `count
 * PATH TIMES`, or `hold PATH`, which takes the lock, reports it and waits.
 */

import { dirname, join } from 'node:path'
import { lockFile } from '../lock-file.ts'
import { lockName, updateFile } from '../update-file.ts'

const [order, path = '', times = '0'] = process.argv.slice(2)
if (order === 'count')
  for (let count = 0; count < Number(times); count += 1)
    updateFile(path, (text = '0') => String(Number(text) + 1))
if (order === 'hold') {
  const release = lockFile(join(dirname(path), lockName))
  process.stdout.write('held\n')
  setTimeout(release, 1_000_000)
}
