import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localRegistry } from './testing/local-registry.ts'

// Packs the packages, installs them with npm into an empty prefix, and runs them there.

const root = join(import.meta.dirname, '..')
const execute = promisify(execFile)

describe('installed globally from packed packages', () => {
  let folder = ''
  let server: ChildProcess | undefined
  /** One for all tests, so that npm's cache keeps what an earlier test has downloaded. */
  let registry: Awaited<ReturnType<typeof localRegistry>>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-install-'))
    const tarballs = join(folder, 'tarballs')
    mkdirSync(tarballs)
    const packages = ['./packages/cli', './packages/server']
    await execute('npm', ['pack', '--pack-destination', tarballs, ...packages], { cwd: root })
    registry = await localRegistry(root, {
      fiq: join(tarballs, tarballOf('cli')),
      'fiq-server': join(tarballs, tarballOf('server')),
    })
    await install('prefix', ['cli', 'server'], '--omit=optional', '--ignore-scripts')
  }, 240_000)
  afterAll(() => {
    server?.kill()
    registry?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 240_000)

  const environment = (more: Record<string, string> = {}) => ({
    // The Node that runs these tests, so that the shebang of the programs finds it.
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: folder,
    ...more,
  })
  /**
   * Installs packages of this checkout into a prefix in the folder. The registry has no binaries of
   * the keychain's module, and there is no compiler.
   */
  async function install(
    prefix: string,
    packages: readonly ('cli' | 'server')[],
    ...words: string[]
  ): Promise<void> {
    const options = [
      ...['--prefix', join(folder, prefix), '--registry', registry.url],
      ...['--cache', join(folder, 'cache'), '--legacy-peer-deps'],
      ...['--no-audit', '--no-fund', '--no-update-notifier'],
    ]
    const files = packages.map((name) => join(folder, 'tarballs', tarballOf(name)))
    await execute('npm', ['install', '--global', ...options, ...words, ...files], {
      cwd: folder,
      env: {
        ...process.env,
        npm_config_keytar_binary_host: registry.url.replace(/\/$/, ''),
        CXX: '/nowhere/c++',
      },
    })
  }
  const program = (name: string) => join(folder, 'prefix/bin', name)

  test('default: both programs print their version', () => {
    for (const [name, of] of [
      ['fiq', 'cli'],
      ['fiq-server', 'server'],
    ] as const)
      expect(
        spawnSync(program(name), ['--version'], { encoding: 'utf8', env: environment() }).stdout,
      ).toBe(`${versionOf(of)}\n`)
  })

  test('default: each package contains its licence, its own page and the notices of its contents', () => {
    for (const [name, bundled] of [
      ['fiq', 'ink 8.0.0 (MIT)'],
      ['fiq-server', 'graphiql 5.4.0 (MIT)'],
    ] as const) {
      const text = (file: string) =>
        readFileSync(join(folder, 'prefix/lib/node_modules', name, file), 'utf8')
      expect(text('LICENSE')).toContain('Apache License')
      expect(text('README.md')).toMatch(new RegExp(`^# ${name}\n`))
      expect(text('dist/THIRD-PARTY-NOTICES.txt')).toContain(`${bundled}\n`)
    }
  })

  test('default: installs the man pages', () => {
    const pages = readdirSync(join(folder, 'prefix/share/man/man1'))
    expect(pages).toEqual(expect.arrayContaining(['fiq.1', 'fiq-quote.1']))
  })

  test('behavior: if the module of the OS keychain cannot be built, wallets are stored in files', async () => {
    await install('unbuilt', ['cli'])
    // Where this checkout could not build it either, the registry has no such package.
    const isServed = existsSync(join(root, 'packages/cli/node_modules/keytar/package.json'))
    expect(registry.asked.some((path) => path.includes('keytar-v'))).toBe(isServed)
    const modules = join(folder, 'unbuilt/lib/node_modules/fiq/node_modules')
    expect(existsSync(join(modules, 'keytar'))).toBe(false)
    const env = environment({
      FIQ_HOME: join(folder, 'unbuilt-home'),
      FIQ_WALLET_PASSPHRASE: 'correct horse',
    })
    const created = await execute(join(folder, 'unbuilt/bin/fiq'), ['wallet', 'create'], { env })
    expect(JSON.parse(created.stdout)).toMatchObject({ store: 'file' })
  }, 120_000)

  test('default: through npx, fiq up fetches the server of its own version, and a quote works', async () => {
    const env = environment({
      FIQ_HOME: join(folder, 'npx-home'),
      FIQ_UPSTREAM: 'sandbox',
      FIQ_PORT: '0',
      npm_config_registry: registry.url,
      npm_config_cache: join(folder, 'cache'),
      npm_config_ignore_scripts: 'true',
      npm_config_update_notifier: 'false',
      npm_config_legacy_peer_deps: 'true',
    })
    const fiq = async (...words: string[]) => {
      const given = ['--yes', `fiq@${versionOf('cli')}`, ...words]
      return JSON.parse((await execute('npx', given, { env, cwd: folder })).stdout)
    }
    try {
      expect(await fiq('up')).toMatchObject({ running: true, version: versionOf('server') })
      expect(await fiq('quote', 'AAPL')).toMatchObject([{ price: expect.any(Number) }])
      expect(await fiq('down')).toEqual({ running: false, stopped: true })
    } finally {
      await fiq('down')
    }
    expect(registry.asked).toEqual(expect.arrayContaining(['/fiq', '/fiq-server']))
  }, 240_000)

  test('default: fiq up starts the server that is installed beside it', async () => {
    const env = environment({
      FIQ_HOME: join(folder, 'up-home'),
      FIQ_UPSTREAM: 'sandbox',
      FIQ_PORT: '0',
    })
    const fiq = async (...words: string[]) =>
      JSON.parse((await execute(program('fiq'), words, { env })).stdout)
    try {
      expect(await fiq('up')).toMatchObject({ running: true })
      expect(await fiq('quote', 'AAPL')).toMatchObject([{ price: expect.any(Number) }])
      expect(await fiq('down')).toEqual({ running: false, stopped: true })
    } finally {
      await fiq('down')
    }
  }, 60_000)

  test('default: a quote is paid between them', async () => {
    const words = ['start', '--port', '0', '--data-dir', join(folder, 'server')]
    server = spawn(program('fiq-server'), words, {
      env: environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const url = await listening(server)
    const env = environment({
      FIQ_URL: url,
      FIQ_HOME: join(folder, 'home'),
      FIQ_WALLET_PASSPHRASE: 'correct horse',
    })
    const fiq = async (...given: string[]) =>
      JSON.parse((await execute(program('fiq'), given, { env })).stdout)
    // The module of the OS keychain is not installed.
    expect(await fiq('wallet', 'create')).toMatchObject({ store: 'file' })
    await fiq('wallet', 'fund')
    expect(await fiq('quote', 'AAPL', '--yes')).toMatchObject([
      { ticker: 'AAPL', price: expect.any(Number) },
    ])
    expect(await fiq('payments', 'list')).toMatchObject([{ state: 'answered', amount: '0.015' }])
    expect(
      (await execute(program('fiq'), ['quote', 'AAPL', '--jq', '.[0].ticker'], { env })).stdout,
    ).toBe('AAPL\n')
  }, 60_000)
})

function versionOf(name: 'cli' | 'server'): string {
  const file = join(root, 'packages', name, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function tarballOf(name: 'cli' | 'server'): string {
  return `${name === 'cli' ? 'fiq' : 'fiq-server'}-${versionOf(name)}.tgz`
}

/** Resolves to the address that a server prints when it listens. */
function listening(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (url) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
}
