import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientProgram as program } from '../../config/testing/client-program.ts'
import { keychainTimeoutMs } from './keychain.ts'

// A real Secret Service: gnome-keyring with a separate bus and home. The program runs below it as a
// process, because the environment selects the keychain.

const isThere = (name: string) => spawnSync('which', [name]).status === 0
const canRun =
  ['dbus-run-session', 'gnome-keyring-daemon', 'dbus-send'].every(isThere) && hasKeytar()

/** It is missing if libsecret was absent at its build. */
function hasKeytar(): boolean {
  try {
    createRequire(import.meta.url)('keytar')
    return true
  } catch {
    return false
  }
}

/** The shell's steps, each printed as a line of JSON: exit code, output, milliseconds. */
const script = `
printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
step() {
  begin=$(date +%s%N)
  out=$("$NODE" "$PROGRAM" "$@" 2>"$FIQ_HOME/err" </dev/null); code=$?
  printf '%s\\t%s\\t%s\\t%s\\n' "$code" "$(( ($(date +%s%N) - begin) / 1000000 ))" "$out" "$(tail -1 "$FIQ_HOME/err")"
}
step wallet create main --json store
step wallet export main
step wallet create gone
step wallet remove gone --force
step wallet list --json name,store
dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \\
  org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null 2>&1
step wallet export main
step wallet create other --json store
`

test.skipIf(!canRun)(
  'default: a real keychain stores, reads and removes wallets; reports a locked one in time',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'fiq-keyring-'))
    const folder = (name: string) => {
      mkdirSync(join(home, name), { mode: 0o700 })
      return join(home, name)
    }
    const { stdout } = spawnSync('dbus-run-session', ['--', 'bash', '-c', script], {
      encoding: 'utf8',
      timeout: 60_000,
      env: {
        PATH: process.env['PATH'],
        HOME: folder('home'),
        XDG_DATA_HOME: folder('data'),
        XDG_RUNTIME_DIR: folder('run'),
        FIQ_HOME: folder('fiq'),
        NODE: process.execPath,
        PROGRAM: program,
      },
    })
    rmSync(home, { recursive: true, force: true })
    const steps = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    const outcome = (index: number) => [steps[index]?.[0], steps[index]?.[2]]
    expect(outcome(0)).toEqual(['0', '{"store":"keychain"}'])
    // Export reads the key from the keychain, then lacks a passphrase for the file.
    expect(steps[1]?.[3]).toContain('needs its passphrase')
    expect(outcome(3)[0]).toBe('0')
    expect(outcome(4)).toEqual(['0', '[{"name":"main","store":"keychain"}]'])
    const [code, ms, , error] = steps[5]!
    expect([code, JSON.parse(error!).error.code]).toEqual(['4', 'WALLET_LOCKED'])
    expect(error).toContain('it returned no key: it is locked')
    expect(Number(ms)).toBeLessThan(keychainTimeoutMs + 3_000)
    // Without a user, the keychain stays locked: a new wallet goes to a file, which lacks a
    // passphrase here.
    expect(steps[6]?.[3]).toContain('needs its passphrase')
  },
  60_000,
)
