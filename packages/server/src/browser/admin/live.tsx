import {
  createContext,
  type ReactElement,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { clockText } from '../../http/layout/count-words.ts'
import { type Api, Refused } from './api.ts'

/** State and functions that every part of the page uses. */
export type Desk = { api: Api; operator: string; signedOut(): void }

export const DeskContext = createContext<Desk | undefined>(undefined)

/** The state of the operator page. @throws Error outside a `DeskContext` */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('This component is used outside the operator page.')
  return desk
}

const refreshMs = 5_000

/** A refreshed value. `problem`: the last refresh failed, and `value` is older. */
export type Live<shape> = {
  value: shape | undefined
  readAt: string | undefined
  problem: string | undefined
  reload(): void
}

/** Reads now, and every few seconds while the page is visible. */
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

/** Shows the age of the figures, and a remedy if they are old. */
export function Freshness({ live }: { live: Live<unknown> }): ReactElement {
  const { readAt, problem } = live
  if (problem)
    return (
      <div className="freshness" role="alert">
        {readAt ? `Out of date: last read ${clockText(readAt)} UTC. ` : ''}
        {problem}
      </div>
    )
  return (
    <div className="freshness muted">
      {readAt ? `Live: read ${clockText(readAt)} UTC` : 'Reading…'}
    </div>
  )
}

/** The time of the browser's clock, for display only. */
function nowText(): string {
  return new Date(performance.timeOrigin + performance.now()).toISOString()
}
