import { FiqError } from '@fiq/shared/errors'
import { andNames } from '@fiq/shared/spelling/name-list'
import type { Connector, Upstream } from '../sources/connector.ts'
import { readDecisions, writeDecisions } from '../sources/grades/own-decisions.ts'
import { ownDecision, type SourceOwner, sourceOwners } from '../sources/grades/source-grades.ts'
import { forgetStored } from '../sources/grades/stored-answers.ts'
import { settingsOf } from '../sources/sourced.ts'
import type { Printed } from './printing/operator-ports.ts'
import { textTable } from './printing/text-table.ts'

/** Ports of the sources functions. */
export type SourcesPorts = {
  dataDir: string
  connectors: readonly Connector[]
  /** Whether a variable of the settings is set. */
  isSet(variable: string): boolean
  now(): Date
}

const gradeWords = {
  A: 'open to all',
  P: 'personal use',
  U: 'your decision',
  X: 'never',
} as const

/** `fiq-server sources`: lists every owner of sources, and the sources in use. */
export function listSources(ports: SourcesPorts): Printed {
  const allowed = readDecisions(ports.dataDir)
  const rows = sourceOwners.map((owner) => {
    const { id, name, grade } = owner
    const state = stateOf(owner, ports, allowed[id])
    return { owner: id, name, grade: gradeWords[grade], ...state, sources: owner.sources }
  })
  const cells = rows.map(({ owner, name, grade, says, sources }) => [
    owner,
    name,
    grade,
    says,
    String(sources.length),
  ])
  return {
    json: rows,
    text: [
      textTable(['OWNER', 'NAME', 'TERMS', 'PERSONAL SERVER', 'SOURCES'], cells),
      '',
      'fiq-server sources allow OWNER switches on sources that need your decision; sources revoke OWNER switches them off.',
    ].join('\n'),
  }
}

type State = { isOn: boolean; says: string }

function stateOf(owner: SourceOwner, ports: SourcesPorts, since: string | undefined): State {
  if (owner.grade === 'X') return { isOn: false, says: 'off' }
  if (owner.grade === 'U')
    return since === undefined
      ? { isOn: false, says: `off; to switch on: fiq-server sources allow ${owner.id}` }
      : { isOn: true, says: `on since ${since.slice(0, 10)} by your decision` }
  const missing = upstreamsOf(owner, ports).map((upstream) =>
    settingsOf(upstream, { isPersonal: true }).filter((variable) => !ports.isSet(variable)),
  )
  const variables = [...new Set(missing.flat())]
  if (variables.length === 0) return { isOn: true, says: 'on' }
  const isOn = missing.some((needed) => needed.length === 0)
  const verb = variables.length > 1 ? 'turn' : 'turns'
  const effect = isOn ? (variables.length > 1 ? 'add more' : 'adds more') : `${verb} it on`
  return { isOn, says: `${isOn ? 'on' : 'off'}; ${andNames(variables)} ${effect}` }
}

/**
 * Switches on the sources of one owner, after the user has read the owner's terms.
 *
 * @param confirm - Shows the terms and asks; `false` if the user declines.
 * @throws FiqError `BAD_INPUT` for an owner that is unknown or needs no decision; `DECLINED` if the
 * user declines.
 */
export async function allowOwner(
  id: string,
  confirm: (words: string) => Promise<boolean>,
  { dataDir, now }: SourcesPorts,
): Promise<Printed> {
  const owner = ownerToDecide(id)
  if (!(await confirm(`${ownDecision}\n\n${owner.name}: ${owner.words}`)))
    throw new FiqError('DECLINED', `The sources of ${owner.name} stay off.`, {
      remedy: 'Nothing was changed.',
    })
  const since = now().toISOString()
  writeDecisions(dataDir, { ...readDecisions(dataDir), [id]: since })
  return {
    json: { owner: id, allowed: since },
    text: `The sources of ${owner.name} are on. fiq-server sources revoke ${id} switches them off.`,
  }
}

/**
 * Switches off the sources of one owner, and deletes their stored answers.
 *
 * @throws FiqError `BAD_INPUT` for an owner that is unknown or needs no decision.
 */
export function revokeOwner(id: string, ports: SourcesPorts): Printed {
  const owner = ownerToDecide(id)
  const { [id]: _, ...others } = readDecisions(ports.dataDir)
  writeDecisions(ports.dataDir, others)
  forgetStored(ports.dataDir, upstreamsOf(owner, ports))
  return {
    json: { owner: id, allowed: null },
    text: `The sources of ${owner.name} are off, and their stored answers are deleted. A running server deletes its copies in memory within seconds.`,
  }
}

function upstreamsOf(owner: SourceOwner, { connectors }: SourcesPorts): readonly Upstream[] {
  const upstreams = connectors.flatMap((connector) => connector.upstreams)
  return upstreams.filter(({ id }) => owner.sources.includes(id))
}

function ownerToDecide(id: string): SourceOwner {
  const owner = sourceOwners.find((each) => each.id === id)
  if (owner?.grade === 'U') return owner
  const own = sourceOwners.filter(({ grade }) => grade === 'U').map((each) => each.id)
  throw new FiqError('BAD_INPUT', reasonOf(id, owner), {
    remedy: `Owners that need your decision, one at a time: ${own.join(', ')}.`,
  })
}

function reasonOf(id: string, owner: SourceOwner | undefined): string {
  if (!owner) return `Unknown owner of sources "${id.slice(0, 64)}".`
  if (owner.grade === 'X')
    return `fiq never uses the sources of ${owner.name}: its terms forbid it.`
  return `${owner.name} needs no decision: its sources are on. Some need a key.`
}
