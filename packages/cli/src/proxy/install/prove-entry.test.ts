import { expect, test } from 'vitest'
import { proveEntry } from './prove-entry.ts'

const list = '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"quotes"}]}}'
/** A program that responds like ours, the second time (with `--check`) as configured. */
const entry = (checked: string, spoken = `console.log('${list}')`) => ({
  command: process.execPath,
  args: ['-e', `process.argv.includes('--check') ? ${checked} : ${spoken}`, '--', 'mcp'],
})
const locked =
  '{"error":{"code":"WALLET_LOCKED","message":"Locked.","facts":["Wallet: main"],"remedy":"?"}}'

test("default: shows the money that the entry pays with, without the terminal's variables", async () => {
  const proof = `console.log(JSON.stringify({ server: process.env.HOME + process.env.FIQ_WALLET_PASSPHRASE, wallet: process.env.FIQ_HOME, paysWith: 'wallet' }))`
  const started = { ...entry(proof), env: { FIQ_HOME: '/h' } }
  const env = { HOME: '/home/u', FIQ_WALLET_PASSPHRASE: 'secret' }
  expect(await proveEntry(started, env)).toEqual({
    server: '/home/uundefined',
    wallet: '/h',
    paysWith: 'wallet',
  })
})

test('error: reports a locked wallet with a remedy for agents', async () => {
  const proving = proveEntry(entry(`(console.error('${locked}'), process.exit(4))`), {})
  await expect(proving).rejects.toMatchObject({
    code: 'WALLET_LOCKED',
    facts: ['Wallet: main'],
    remedy: expect.stringContaining('fiq wallet unlock --for 8h'),
  })
})

test('error: reports a program that is missing or does not support MCP, with its last output', async () => {
  const silent = proveEntry(entry('0', "console.error('no such module')"), {})
  await expect(silent).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    facts: [expect.stringContaining('Command: '), 'no such module'],
  })
  const absent = proveEntry({ command: '/nowhere/fiq', args: ['mcp'] }, {})
  await expect(absent).rejects.toMatchObject({
    facts: [expect.anything(), expect.stringContaining('spawn /nowhere/fiq')],
  })
})
