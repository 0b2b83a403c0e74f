import type { AccountPorts } from '../../account/account-ports.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Settings } from '../../config/settings.ts'
import { testSettings } from '../../config/testing/test-settings.ts'
import type { Check } from '../../doctor/check.ts'
import { openLists } from '../../lists/open-lists.ts'
import type { PersonalPorts } from '../../personal/personal-ports.ts'
import type { Answer, AnswerPayment } from '../../query/answer.ts'
import type { Estimate } from '../../query/estimate.ts'
import { createOpenMoney } from '../../query/open-money.ts'
import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import type { LiveTerminal } from '../../terminal/live-terminal.ts'
import type { Output, OutputFormat } from '../../terminal/output.ts'
import { createOutput } from '../../terminal/output.ts'

/** The conditions of a command test. It reaches neither a network nor a wallet. */
export type Scene = {
  /** The `data` of the answer, or the whole answer. */
  data?: Record<string, unknown>
  answer?: Partial<Answer>
  format?: OutputFormat
  columns?: number
  colour?: boolean
  pick?: string
  fields?: readonly string[]
  free?: (path: string, body?: unknown) => unknown
  text?: string
  account?: Partial<AccountPorts>
  checks?: readonly Check[]
  personal?: PersonalPorts
  /** Profiles in the settings file, and the selected one. */
  profiles?: readonly string[]
  profile?: string
  piped?: boolean
  settings?: Partial<Settings>
  canPrompt?: boolean
  rows?: number
  isReadAloud?: boolean
  live?: LiveTerminal
  session?: QuerySession
  paysWithPlay?: boolean
  picked?: Screen['picked']
}

/** A context in memory that records queries and output. */
export function sceneOf(scene: Scene = {}) {
  const requests: Operation[] = []
  const called: { path: string; body?: unknown }[] = []
  const stdout: string[] = []
  const stderr: string[] = []
  const stored = new Map<string, string>()
  const profiles = new Set(scene.profiles)
  const wallets = { paysWithPlay: async () => scene.paysWithPlay === true }
  const context: Omit<CliContext, 'money' | 'proxy'> & { money: object } = {
    money: { wallets },
    query: async (operation) => {
      requests.push(operation)
      return answerOf(scene)
    },
    callFree: async (path, body) => {
      called.push(body === undefined ? { path } : { path, body })
      return scene.free?.(path, body)
    },
    estimate: async (operation) => {
      requests.push(operation)
      return estimate
    },
    callWithKey: async (path, call) => {
      called.push(call?.body === undefined ? { path } : { path, body: call.body })
      return scene.free?.(path, call?.body)
    },
    topUp: async (amount) => ({
      answer: scene.free?.('topup', amount),
      payment: { ...paidAnswer, paid: amount },
    }),
    account: { ...noAccount, ...scene.account },
    stated: createOpenMoney().state,
    personal: async () => scene.personal ?? unused(),
    examine: async () => scene.checks ?? [],
    output: outputOf(scene, stdout, stderr),
    settings: { ...testSettings, ...scene.settings },
    stored: {
      path: '/home/ann/.config/fiq/settings.json',
      profiles: () => [...profiles],
      current: () => scene.profile,
      use: async (profile) => void stored.set('profile', profile),
      create: async (profile) => {
        const isNew = !profiles.has(profile)
        profiles.add(profile)
        return isNew
      },
      remove: async (profile) => void profiles.delete(profile),
      list: () => Object.fromEntries(stored),
      set: async (_, name, value) => void stored.set(name, value),
      unset: async (_, name) => void stored.delete(name),
    },
    readText: async () => scene.text ?? '',
    openFile: () => ({ write() {} }),
    lists: openLists('/home/ann/.config/fiq/lists'),
    wait: async () => {},
    onCancelled() {},
    notify() {},
    startProgram() {},
    canPrompt: scene.canPrompt ?? true,
    hasPipedInput: scene.piped ?? false,
    live: scene.live,
    openSession: async () => scene.session ?? unused(),
    endSession: async () => false,
    now: () => new Date('2026-11-20T12:00:00Z'),
  }
  return {
    context: context as unknown as CliContext,
    requests,
    called,
    stored,
    out: () => stdout.join(''),
    err: () => stderr.join(''),
  }
}

const paidAnswer: AnswerPayment = {
  paid: 15_000n,
  state: 'answered',
  id: '0x1',
  transaction: '0xab',
  resumed: false,
}

const unused = () => Promise.reject(new Error('not used here'))
const noAccount: AccountPorts = {
  key: async () => undefined,
  stored: () => undefined,
  store: unused,
  forget: async () => undefined,
  promptKey: unused,
  signIn: unused,
  signInWithBrowser: unused,
}

const estimate: Estimate = {
  tariff: 't1',
  credits: 5,
  amount: 15_000n,
  rows: [
    ['quotes', 1, 1],
    ['minimum', 1, 4, '12000'],
  ],
}

function answerOf({ data: given, answer }: Scene): Answer {
  const data = given ?? null
  return {
    response: { data },
    data,
    errors: [],
    sources: [],
    warnings: [],
    sandbox: false,
    payment: paidAnswer,
    ...answer,
  }
}

function outputOf(scene: Scene, stdout: string[], stderr: string[]): Output {
  const sink = (into: string[]) => ({
    write: (text: string) => void into.push(text),
    isTerminal: (scene.format ?? 'text') === 'text',
    columns: scene.columns ?? 80,
    stream: scene.rows === undefined ? undefined : ({ rows: scene.rows } as NodeJS.WriteStream),
  })
  return createOutput(sink(stdout), sink(stderr), {
    format: scene.format ?? 'text',
    pick: scene.pick,
    fields: scene.fields ?? [],
    colour: scene.colour ?? false,
    quiet: false,
    isReadAloud: scene.isReadAloud ?? false,
    picked: scene.picked,
  })
}
