import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * A confirmation before a change. Escape and the focused button mean No. A refusal of the server
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
    <dialog ref={dialog} aria-labelledby="confirm-title" onClose={onClose}>
      <h2 id="confirm-title">{title}</h2>
      {children}
      {problem && <p role="alert">{problem}</p>}
      <div className="buttons">
        {/* biome-ignore lint/a11y/noAutofocus: the safe answer has the focus */}
        <button type="button" autoFocus onClick={onClose}>
          No
        </button>
        <button type="button" className="primary" disabled={isBusy} onClick={go}>
          {yes}
        </button>
      </div>
    </dialog>
  )
}
