import type { Folders } from '../config/folders.ts'
import { openSession } from '../query/open-session.ts'
import type { CliContext } from './context.ts'
import type { World } from './world.ts'

/** The sessions of many queries. */
export function sessionPorts(
  { money: { sessions } }: Pick<World, 'money'>,
  { state }: Pick<Folders, 'state'>,
  ports: Omit<Parameters<typeof openSession>[1], 'sessions'>,
): Pick<CliContext, 'openSession' | 'endSession'> {
  return {
    openSession: (terms) => openSession(terms, { ...ports, sessions }),
    async endSession(name) {
      const { endLastingSession } = await import('../query/lasting-session.ts')
      return endLastingSession(state, name)
    },
  }
}
