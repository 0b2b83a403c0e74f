import { FiqError } from '@fiq/shared/errors'
import type { Sessions } from '../http/admin/sessions.ts'
import type { OperatorStore } from '../storage/admin/operator-store.ts'
import type { Printed } from './printing/operator-ports.ts'
import { textTable } from './printing/text-table.ts'

/** Ports of the operators commands. `origin`: the address of `/admin`. */
export type OperatorsPorts = {
  store: OperatorStore
  sessions: Sessions
  nowMs(): number
  origin: string
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/

/** `fiq-server operators add NAME`: creates an operator and prints the first sign-in link. */
export async function addOperator(name: string, ports: OperatorsPorts): Promise<Printed> {
  if (!namePattern.test(name))
    throw new FiqError(
      'BAD_INPUT',
      'The name of an operator has 1 to 64 letters, digits and ._@-, and starts with a letter or digit.',
    )
  if (!(await ports.store.addOperator({ name, createdAt: ports.nowMs() })))
    throw new FiqError('BAD_INPUT', `An operator ${name} exists already.`, {
      remedy: `fiq-server operators link ${name} prints a new sign-in link.`,
    })
  return printLink(name, ports)
}

/** `fiq-server operators link NAME`: prints a link that signs in once, within ten minutes. */
export async function linkOperator(name: string, ports: OperatorsPorts): Promise<Printed> {
  const known = await ports.store.operators()
  if (!known.some((each) => each.name === name)) throw unknownOperator(name)
  return printLink(name, ports)
}

/** `fiq-server operators list` */
export async function listOperators({ store }: OperatorsPorts): Promise<Printed> {
  const rows = (await store.operators()).map(({ name, createdAt }) => ({
    name,
    createdAt: new Date(createdAt).toISOString(),
  }))
  const text = textTable(
    ['NAME', 'CREATED'],
    rows.map(({ name, createdAt }) => [name, createdAt.slice(0, 10)]),
    'No operators. fiq-server operators add NAME creates one.',
  )
  return { json: rows, text }
}

/** `fiq-server operators remove NAME`: also ends all sessions, at once. */
export async function removeOperator(name: string, { store }: OperatorsPorts): Promise<Printed> {
  if (!(await store.removeOperator(name))) throw unknownOperator(name)
  return { json: { name, removed: true }, text: `${name} is removed and signed out everywhere.` }
}

/** The code is in the URL fragment, which browsers do not send, so no log contains it. */
async function printLink(name: string, { sessions, origin }: OperatorsPorts): Promise<Printed> {
  const { code, expiresAt } = await sessions.newCode(name)
  const link = `${origin}/admin#code=${code}`
  const until = new Date(expiresAt).toISOString()
  return {
    json: { operator: name, link, code, expiresAt: until },
    text: [
      link,
      `Opens /admin for ${name}, once, until ${until}. If the server is reached under another`,
      `address, open /admin there and enter the code: ${code}`,
    ].join('\n'),
  }
}

function unknownOperator(name: string): FiqError {
  return new FiqError('NOT_FOUND', `There is no operator ${JSON.stringify(name.slice(0, 64))}.`, {
    remedy: 'fiq-server operators list shows all; operators add creates one.',
  })
}
