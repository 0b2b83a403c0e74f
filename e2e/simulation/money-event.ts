/**
 * Money events of a simulation in order. The databases and the chain report them, not the code
 * under test. `payment` is the nonce of the authorization.
 *
 * - `row`: the payment record of a server. `from` is empty for a new row. `by`: the instance that
 *   wrote.
 * - `purchase`: the journal of a client, in the same form.
 * - `chain`: `sent`: a transaction that contains it reached the mempool. `undone`: a reorganisation
 *   removed its transfer. `void`: cancelled by its payer.
 * - `reported`: an answer or error that a server sent or a user received.
 * - `life`: events of a process. `stopping`: it closes in order.
 *   `restored`: its files are those of a backup. `leads` and `follows`: it took or released the settlement lease.
 */
export type MoneyEvent =
  | { is: 'row'; by: string; payment: string; from: string; to: string; hash?: string }
  | { is: 'purchase'; by: string; payment: string; from: string; to: string }
  | {
      is: 'chain'
      payment: string
      what: 'sent' | 'used' | 'void' | 'undone' | 'final' | 'dropped'
    }
  | { is: 'reported'; to: string; payment: string; status: number; code?: string; funds?: string }
  | {
      is: 'life'
      who: string
      what: 'up' | 'killed' | 'stopping' | 'leads' | 'follows' | 'restored'
    }
