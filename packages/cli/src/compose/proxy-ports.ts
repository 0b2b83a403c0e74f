import type { ClientCaps, ClientStanding } from '../payment/budget/client-caps.ts'
import type { Approval } from '../proxy/approvals/approvals.ts'
import type { Bundle } from '../proxy/bundle/write-bundle.ts'
import type { Client } from '../proxy/clients/clients.ts'
import type { Plan } from '../proxy/install/plan.ts'
import type { Proof } from '../proxy/install/prove-entry.ts'
import type { ServeOptions } from '../proxy/serve/serve.ts'

/**
 * Functions of the proxy commands. `openProxy` builds the real ones and loads their code on demand.
 */
export type ProxyPorts = {
  clients: {
    /** Adds a client and creates its token, which is shown once. */
    add(client: ClientTerms): Promise<{ client: Client; token: string; headerFile?: string }>
    /** Adds a client without a token, like those of `fiq mcp`. A known client stays unchanged. */
    ensure(name: string): Promise<Client>
    /**
     * Allows the window of a known client to approve up to this amount for each call; `undefined`:
     * none.
     */
    approveInWindow(name: string, windowMax: bigint | undefined): Promise<void>
    /**
     * The clients, with their spending and own automatic limit of the money that the wallet pays
     * with.
     */
    list(): Promise<
      readonly {
        client: Client
        standing: ClientStanding
        automatic: bigint | undefined
        isPlay: boolean
      }[]
    >
    /** @throws FiqError `NOT_FOUND`. */
    revoke(name: string): Promise<void>
  }
  approvals: {
    waiting(): Promise<readonly Approval[]>
    /** @throws FiqError `NOT_FOUND`. */
    decide(id: string, word: 'approved' | 'denied', always?: bigint): Promise<Approval>
    /** Draws the list if the terminal allows it. @returns `false` if it does not. */
    draw(): Promise<boolean>
  }
  /** Serves HTTP until the process is stopped. */
  serve(options: ServeOptions): Promise<void>
  /** Speaks MCP on standard input and output until the input ends. */
  serveStdio(client: string, options: Pick<ServeOptions, 'approvalMs' | 'reuse'>): Promise<void>
  /** Prompts for a confirmation on the terminal. */
  confirm(text: string): Promise<boolean>
  /** Whether the credits of an API key pay. */
  paysWithCredits(): Promise<boolean>
  /** Opens the API key or the wallet that `fiq mcp` would use. @throws FiqError `NO_WALLET`, `WALLET_LOCKED` */
  check(client: string): Promise<Proof & { client: string }>
  /** Writes this program as an MCPB bundle. @throws FiqError `CONFIGURATION_INVALID` */
  bundle(path: string): Promise<Bundle>
  /** Plans to add this program to an agent's configuration, or to remove it. */
  plan(kind: 'install' | 'uninstall', client: string): Promise<Plan>
  /** Command that starts this program: a Node and a file. */
  program: readonly string[]
}

/** Terms of a new client of the proxy. Caps are atomic units of USDC; each has a default. */
export type ClientTerms = Partial<ClientCaps> &
  Partial<Pick<Client, 'windowMax'>> &
  Pick<Client, 'name' | 'tools'> & {
    /** Whether to also store the token in a file that only the user can read. */
    savesHeader: boolean
  }
