import { type ReactElement, useState } from 'react'

/** Copies a text, and confirms it for a moment. */
export function CopyButton({ text }: { text: string }): ReactElement {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <button type="button" onClick={copy}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  )
}
