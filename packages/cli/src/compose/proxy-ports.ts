import type { ClientCaps, ClientStanding } from '../payment/budget/client-caps.ts'
import type { Approval } from '../proxy/approvals/approvals.ts'
import type { Bundle } from '../proxy/bundle/write-bundle.ts'
import type { Client } from '../proxy/clients/clients.ts'
import type { Plan } from '../proxy/install/plan.ts'
import type { Proof } from '../proxy/install/prove-entry.ts'
import type { ServeOptions } from '../proxy/serve/serve.ts'

/** Functions of the proxy commands. `openProxy` builds the real ones; nothing is loaded before. */
export type ProxyPorts = {
  clients: {
    /** Adds a client and gives it a token, which is shown this once. */
    add(client: ClientTerms): Promise<{ client: Client; token: string; headerFile?: string }>
    /** Adds a client that needs no token, as those of `fiq mcp`; a known one stays as it is. */
    ensure(name: string): Promise<Client>
    /** Lets the window of a known client approve up to so much a call; `undefined`: nothing. */
    approveInWindow(name: string, windowMax: bigint | undefined): Promise<void>
    list(): Promise<readonly (Client & { standing: ClientStanding })[]>
    /** @throws FiqError `NOT_FOUND`. */
    revoke(name: string): Promise<void>
  }
  approvals: {
    waiting(): Promise<readonly Approval[]>
    /** @throws FiqError `NOT_FOUND`. */
    decide(id: string, word: 'approved' | 'denied', always?: bigint): Promise<Approval>
    /** Draws the list where the terminal allows it. @returns false where it does not. */
    draw(): Promise<boolean>
  }
  /** Serves HTTP until the process is stopped. */
  serve(options: ServeOptions): Promise<void>
  /** Speaks MCP on standard input and output until the input ends. */
  serveStdio(client: string, options: Pick<ServeOptions, 'approvalMs' | 'reuse'>): Promise<void>
  /** Asks on the terminal. */
  confirm(text: string): Promise<boolean>
  /** Opens the wallet that `fiq mcp` would use. @throws FiqError `NO_WALLET`, `WALLET_LOCKED` */
  check(client: string): Promise<Proof & { client: string }>
  /** Writes this program as an MCPB bundle. @throws FiqError `CONFIGURATION_INVALID` */
  bundle(path: string): Promise<Bundle>
  /** Plans to enter this program into an agent's configuration, or to take it out. */
  plan(kind: 'install' | 'uninstall', client: string): Promise<Plan>
  /** Words with which this program is started: a Node and a file. */
  program: readonly string[]
}

export type ClientTerms = Partial<ClientCaps> &
  Partial<Pick<Client, 'windowMax'>> &
  Pick<Client, 'name' | 'tools'> & {
    /** Also keeps the token in a file that only the user may read. */
    savesHeader: boolean
  }
