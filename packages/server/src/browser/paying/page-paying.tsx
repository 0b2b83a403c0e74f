import { createRoot } from 'react-dom/client'
import { ApprovalDialog } from './approval-dialog.tsx'
import { createPayingSession, type PayingSession } from './session.ts'

let session: Promise<PayingSession> | undefined

/** The payment session of a page without React. It has one dialog. */
export function pagePaying(): Promise<PayingSession> {
  session ??= createPayingSession(window).then((created) => {
    const place = document.body.appendChild(document.createElement('div'))
    createRoot(place).render(<ApprovalDialog {...created} />)
    return created
  })
  return session
}
