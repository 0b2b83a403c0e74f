import { defined } from '@fiq/shared/defined'
import { isObject } from '@fiq/shared/json'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import {
  approvalForm,
  mayApproveInWindow,
  showsForms,
  waitingForm,
  windowAnswerOf,
} from '../approvals/approval-form.ts'
import type { Approval } from '../approvals/approvals.ts'
import { refuseDecided } from '../approvals/request-approval.ts'
import { foreignState } from '../approvals/request-state.ts'
import type { Client } from '../clients/clients.ts'
import type { Caller } from '../gateway.ts'
import type { SurfacePorts } from '../surface.ts'
import type { InputRequired } from './call-tool.ts'
import { decide, roundsMax } from './prompt-in-window.ts'

/** How long a repeated call waits for the terminal before it sends the form again. */
const holdMs = 50_000

/** Name of the only input that is requested. */
const inputName = 'payment'

type Params = Readonly<Record<string, unknown>>

/** The client's window during one call. */
type Window = Pick<Caller, 'holdMs' | 'onRequest'> & {
  promptInWindow?(approval: Approval): InputRequired
}

/**
 * The window of a client of 2026-07-28. Such a client receives no requests: the call ends with the
 * form, and the client repeats it with the reply. A client without forms has no window.
 *
 * @throws RpcError for a state that was not created for this client.
 */
export function openWindow(
  { requestState, inputResponses, _meta: meta }: Params,
  client: Client,
  ports: Pick<SurfacePorts, 'approvals' | 'requestStates' | 'now'>,
): Window {
  const { requestStates } = ports
  const state =
    requestState === undefined ? undefined : requestStates.read(requestState, client.name)
  const capabilities = isObject(meta) ? meta[metaKeys.capabilities] : undefined
  if (!isObject(capabilities) || !showsForms(capabilities['elicitation'])) return {}
  const formRequest =
    (round: number) =>
    (approval: Approval): InputRequired => {
      const form = mayApproveInWindow(client, approval)
        ? approvalForm(approval)
        : waitingForm(approval)
      const params = { mode: 'form', ...form }
      return {
        resultType: 'input_required',
        requestState: requestStates.mint({ approval, round }),
        inputRequests: { [inputName]: { method: 'elicitation/create', params } },
      }
    }
  if (!state) return { holdMs: 0, promptInWindow: formRequest(1) }

  const { approval, round } = state
  const decides = mayApproveInWindow(client, approval)
  const answer = windowAnswerOf(isObject(inputResponses) ? inputResponses[inputName] : undefined)
  const isClosed = answer === 'undecided' || answer === 'denied'
  return {
    // A closed window is not opened again, and one that decides need not wait for the terminal.
    holdMs: decides || isClosed ? 0 : holdMs,
    onRequest(request) {
      if (request !== approval.request) throw foreignState()
      if (decides && (answer === 'approved' || answer === 'denied'))
        decide(ports, approval.id, answer)
      refuseDecided(approval, ports.approvals.read(approval.id), ports.now())
    },
    ...defined({
      promptInWindow: isClosed || round >= roundsMax ? undefined : formRequest(round + 1),
    }),
  }
}
