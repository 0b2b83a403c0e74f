import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Asks for confirmation of a change. Escape and the focused button mean No. An error of the server
 * stays visible.
 */
export function Confirm(props: {
  title: string
  yes: string
  children: ReactNode
  onYes(): Promise<void>
  onClose(): void
}): ReactElement {
  const { title, yes, children, onYes, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const go = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await onYes()
      onClose()
    } catch (thrown) {
      setProblem((thrown as Error).message)
      setBusy(false)
    }
  }
  return (
    <dialog
      ref={dialog}
      className="pay"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-words"
      aria-busy={isBusy}
      onClose={onClose}
    >
      <div className="body">
        <h2 id="confirm-title">{title}</h2>
        <div id="confirm-words">{children}</div>
        {problem && <p role="alert">{problem}</p>}
      </div>
      <div className="act">
        {/* biome-ignore lint/a11y/noAutofocus: the safe answer has the focus */}
        <button type="button" className="btn" autoFocus onClick={onClose}>
          No
        </button>
        <button type="button" className="btn main" disabled={isBusy} onClick={go}>
          {yes}
        </button>
      </div>
    </dialog>
  )
}
