import { expect, test } from 'vitest'
import { waysSection } from './home-ways.ts'

const blocksOf = (devnet: boolean) =>
  [
    ...String(waysSection('https://fiq.test', { devnet })).matchAll(
      /<code>(fiq .*?|curl.*?)<\/code>/gs,
    ),
  ].map(([, text]) => text!)

test('default: an agent gets the server, a wallet, a cap and an entry, for one client name', () => {
  const [, agent] = blocksOf(false)
  expect(agent?.split('\n')).toEqual([
    'fiq config set url https://fiq.test',
    'fiq wallet create',
    'fiq proxy token add claude-code --cap 0.50/day',
    'fiq mcp install claude-code',
  ])
  expect(blocksOf(true)[1]).toContain('--play')
})

test('behavior: the copied lines of an application hold no output', () => {
  const [, , application] = blocksOf(false)
  expect(application).toMatch(/^curl -i https:\/\/fiq\.test\/tools\/quotes/)
  expect(application).not.toContain('402')
  expect(String(waysSection('https://fiq.test', { devnet: false }))).toContain(
    '402 Payment Required',
  )
})

test('behavior: says where to install the program', () => {
  expect(String(waysSection('', { devnet: false }))).toContain(
    '<a href="/docs/start">Install it</a>',
  )
})
