import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Runs the whole service on this machine: a server with sandbox data and an embedded chain, a
 * temporary play wallet funded by its faucet, and one query paid on that chain.
 */
const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } })
const root = join(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'fiq-demo-'))
const bin = (name: string) => join(root, 'bin', name)
const say = (text: string) => process.stdout.write(`${text}\n`)

const server = spawn(
  bin('fiq-server'),
  ['start', '--port', '0', '--data-dir', join(home, 'server'), '--log-level', 'error'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
process.on('SIGINT', () => stop(130))
process.on('SIGTERM', () => stop(143))

const url = await listening()
const environment = {
  // Ignores the user's own settings of fiq.
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FIQ_'))),
  FIQ_URL: url,
  FIQ_HOME: join(home, 'client'),
}

say(`A server with sandbox data and an embedded chain is running at\n${url}\n`)
fiq('wallet', 'create', 'demo', '--play')
fiq('wallet', 'fund', '--amount', '5')
say('The itemised price. The client computes it without a request:')
fiq('price', 'quote', 'AAPL')
say('The first payment to a server needs consent: --yes, or a prompt on a terminal.')
fiq('quote', 'AAPL', '--yes')
say('The receipt. The transaction is on the embedded chain:')
fiq('payments', 'show', latestPayment())
fiq('wallet', 'balance')

say(`What to try next (npm run demo -- --keep leaves the server running):
  fiq quote AAPL MSFT ^GSPC BTC-USD            several at once
  fiq history AAPL --range 6mo                 a chart
  fiq entity AAPL --with financials,technicals a company
  fiq sanctions "Sandbox Exmaple Airlines"     a sanctions check
  fiq price '{ marketStatus { isOpen } }'      the price of a query, free
  fiq tools                                    all tools
`)
say(`These values are invented. For real data on this machine, without a wallet:
  bin/fiq setup                                your contact for the SEC, and keys
  bin/fiq up                                   starts a server for you alone
  bin/fiq quote AAPL
`)
if (!values.keep) stop(0)
say(`The server keeps running until Ctrl-C. In another terminal, from this folder:
  export FIQ_URL=${url} FIQ_HOME=${environment.FIQ_HOME}
  export PATH="$PWD/bin:$PATH"
`)

function fiq(...args: string[]): void {
  say(`$ fiq ${args.join(' ')}`)
  const { status } = spawnSync(bin('fiq'), [...args, '--table'], {
    env: environment,
    stdio: 'inherit',
  })
  say('')
  if (status === 0) return
  say(`fiq ${args[0]} ended with exit code ${status}.`)
  stop(1)
}

/** The id of the latest payment. */
function latestPayment(): string {
  const { stdout } = spawnSync(bin('fiq'), ['payments', 'list', '--json'], {
    env: environment,
    encoding: 'utf8',
  })
  const [latest] = JSON.parse(stdout) as { id: string }[]
  return latest?.id.slice(0, 10) ?? ''
}

/** Resolves to the address that the server prints when it listens. */
function listening(): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const address = /listening on (\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    server.once('exit', (code) =>
      reject(new Error(`fiq-server ended with exit code ${code} before it listened.`)),
    )
  })
}

function stop(code: number): never {
  server.removeAllListeners('exit')
  server.kill('SIGTERM')
  rmSync(home, { recursive: true, force: true })
  process.exit(code)
}
