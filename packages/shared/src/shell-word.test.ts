import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

test.skipIf(process.platform === 'win32')('default: a shell reads the same text back', () => {
  const text = `it's "$HOME" \\ \`x\`\n!`
  expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(
    text,
  )
})
