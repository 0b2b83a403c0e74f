import {
  createContext,
  type ReactElement,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { type Api, Refused } from './api.ts'
import { shortTime } from './words.ts'

/** What every part of the page stands on. */
export type Desk = { api: Api; operator: string; signedOut(): void }

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('This part is drawn outside the page of operators.')
  return desk
}

const refreshMs = 5_000

/** A figure that stays fresh. `problem`: the last try failed, and `value` is from before. */
export type Live<shape> = {
  value: shape | undefined
  readAt: string | undefined
  problem: string | undefined
  reload(): void
}

/** Reads now, and again every few seconds while somebody can see the page. */
export function useLive<shape>(path: string): Live<shape> {
  const { api, signedOut } = useDesk()
  const [read, setRead] = useState<{ path: string; value: shape; at: string }>()
  const [problem, setProblem] = useState<string>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a reload
  useEffect(() => {
    let isOver = false
    const load = async (isRefresh: boolean) => {
      try {
        const value = await api.read<shape>(path, isRefresh)
        if (isOver) return
        setRead({ path, value, at: nowText() })
        setProblem(undefined)
      } catch (thrown) {
        if (isOver) return
        if (thrown instanceof Refused && thrown.isSignedOut) return signedOut()
        setProblem((thrown as Error).message)
      }
    }
    void load(false)
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void load(true),
      refreshMs,
    )
    const connection = () => void load(true)
    window.addEventListener('online', connection)
    window.addEventListener('offline', connection)
    return () => {
      isOver = true
      window.removeEventListener('online', connection)
      window.removeEventListener('offline', connection)
      clearInterval(timer)
    }
  }, [api, path, signedOut, turn])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const value = read?.path === path ? read.value : undefined
  return { value, readAt: read?.at, problem, reload }
}

/** Says how fresh the figures are, and what to do when they are not. */
export function Freshness({ live }: { live: Live<unknown> }): ReactElement {
  const { readAt, problem } = live
  if (problem)
    return (
      <div className="freshness" role="alert">
        {readAt ? `Not fresh: last read ${shortTime(readAt)} UTC. ` : ''}
        {problem}
      </div>
    )
  return (
    <div className="freshness muted">
      {readAt ? `Live: read ${shortTime(readAt)} UTC` : 'Reading…'}
    </div>
  )
}

/** The user's own clock: it says when figures came, and nothing is decided by it. */
function nowText(): string {
  return new Date(performance.timeOrigin + performance.now()).toISOString()
}
