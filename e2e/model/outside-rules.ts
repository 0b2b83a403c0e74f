import { defined } from '@fiq/shared/defined'
import type { Rule } from './explore.ts'
import {
  at,
  chainStates,
  clientPlaces,
  type PaymentWorld,
  purchaseStates,
} from './payment-state.ts'
import { isUsed } from './server-rules.ts'

const client = (name: (typeof clientPlaces)[number]) => at(clientPlaces, name)
const purchase = (name: (typeof purchaseStates)[number]) => at(purchaseStates, name)

/** The client: `payAndRetry`, `settleDoubt`, a repeated command, and the proof afterwards. */
export const clientRules: readonly Rule<PaymentWorld>[] = [
  {
    name: 'client: signs and sends',
    next: (world) =>
      world.purchase === purchase('none') && world.client === client('idle')
        ? send({ ...world, purchase: purchase('signed') })
        : undefined,
  },
  {
    name: 'client: sends the same again',
    next: (world) => {
      const isOpen = world.purchase >= purchase('signed') && world.purchase <= purchase('settled')
      const mayRun = world.client === client('idle') || world.client === client('waits')
      return isOpen && mayRun ? send(world) : undefined
    },
  },
  {
    name: 'client: reads 200',
    next: (world) =>
      world.reply200 && world.client === client('waits')
        ? { ...world, reply200: 0, purchase: purchase('answered'), client: client('idle') }
        : undefined,
  },
  {
    name: 'client: reads a refusal, or nothing comes',
    next: (world) =>
      world.client === client('waits')
        ? { ...world, reply402: 0, reply503: 0, client: client('in doubt') }
        : undefined,
  },
  {
    name: 'client: stops',
    next: (world) => {
      if (world.client === client('idle') || world.kills === 0) return undefined
      return { ...world, kills: world.kills - 1, client: client('idle') }
    },
  },
  {
    name: 'client: asks the chain later',
    next: (world) => {
      const isOpen = world.purchase === purchase('signed') || world.purchase === purchase('unknown')
      return isOpen && world.over && world.client === client('idle')
        ? { ...world, client: client('in doubt') }
        : undefined
    },
  },
  {
    name: 'client: reads the chain',
    next: (world) => {
      if (world.client !== client('in doubt')) return undefined
      if (isUsed(world)) return { ...world, client: client('saw used') }
      // One block proves that the nonce is unused and that the authorization has expired.
      if (world.over) return { ...world, client: client('saw over') }
      return move({ ...world, client: client('idle') }, 'unknown')
    },
  },
  {
    name: 'client: has no node, or one that is behind',
    next: (world) =>
      world.client === client('in doubt')
        ? move({ ...world, client: client('idle') }, 'unknown')
        : undefined,
  },
  {
    name: 'client: writes settled',
    next: (world) =>
      world.client === client('saw used')
        ? move({ ...world, client: client('idle') }, 'settled')
        : undefined,
  },
  {
    name: 'client: writes void',
    next: (world) =>
      world.client === client('saw over')
        ? move({ ...world, client: client('idle') }, 'void')
        : undefined,
  },
]

/** Moves a journal entry in an open state, as the journal does after a doubt. */
function move(world: PaymentWorld, to: 'unknown' | 'settled' | 'void'): PaymentWorld {
  const isOpen = world.purchase >= purchase('signed') && world.purchase <= purchase('settled')
  if (!isOpen || (to === 'unknown' && world.purchase === purchase('settled'))) return world
  return { ...world, purchase: purchase(to) }
}

function send(world: PaymentWorld): PaymentWorld | undefined {
  if (world.tries === 0 || world.requests === 2) return undefined
  return {
    ...world,
    tries: world.tries - 1,
    requests: world.requests + 1,
    client: client('waits'),
  }
}

const chain = (name: (typeof chainStates)[number]) => at(chainStates, name)
const isUnused = (world: PaymentWorld) => world.chain === chain('unused')

/** The chain, the network, third parties and accidents. */
export const worldRules: readonly Rule<PaymentWorld>[] = [
  {
    name: 'chain: mines the transaction',
    next: (world) => {
      if (world.mempool !== 1) return undefined
      if (!isUnused(world) || world.over) return { ...world, mempool: 2 }
      return { ...world, mempool: 2, chain: chain('used'), moved: 1 }
    },
  },
  {
    name: 'chain: drops the transaction',
    next: (world) =>
      world.mempool === 1 && world.drops > 0
        ? { ...world, drops: world.drops - 1, mempool: 2 }
        : undefined,
  },
  {
    name: 'chain: is final',
    next: (world) =>
      world.chain === chain('used') ? { ...world, chain: chain('final') } : undefined,
  },
  ...([1, 2] as const).map((mempool) => ({
    name: `chain: removes the block, its transaction is ${mempool === 1 ? 'pending again' : 'lost'}`,
    next: (world: PaymentWorld) =>
      world.chain === chain('used') && world.reorganisations > 0
        ? {
            ...world,
            reorganisations: world.reorganisations - 1,
            chain: chain('unused'),
            mempool,
          }
        : undefined,
  })),
  {
    name: 'chain: removes the block of a cancellation',
    next: (world) =>
      world.chain === chain('canceled') && world.reorganisations > 0
        ? { ...world, reorganisations: world.reorganisations - 1, chain: chain('unused') }
        : undefined,
  },
  {
    name: 'time: passes the end of the authorization',
    next: (world) => (world.over ? undefined : { ...world, over: 1 }),
  },
  {
    name: 'stranger: submits what was public',
    next: (world) =>
      world.strangers > 0 && world.mempool > 0 && isUnused(world) && !world.over
        ? { ...world, strangers: world.strangers - 1, chain: chain('used'), moved: 1 }
        : undefined,
  },
  {
    name: 'payer: submits the authorization itself',
    next: (world) =>
      world.strangers > 0 && world.record > 0 && isUnused(world) && !world.over
        ? { ...world, strangers: world.strangers - 1, chain: chain('used'), moved: 1, own: 1 }
        : undefined,
  },
  {
    name: 'payer: cancels the authorization',
    next: (world) =>
      world.strangers > 0 && world.purchase > 0 && isUnused(world)
        ? { ...world, strangers: world.strangers - 1, chain: chain('canceled') }
        : undefined,
  },
  {
    name: 'network: loses a request',
    next: (world) =>
      world.requests > 0 && world.losses > 0
        ? { ...world, losses: world.losses - 1, requests: world.requests - 1 }
        : undefined,
  },
  ...(['reply200', 'reply402', 'reply503'] as const).map((reply) => ({
    name: `network: loses ${reply}`,
    next: (world: PaymentWorld) => (world[reply] === 1 ? { ...world, [reply]: 0 } : undefined),
  })),
  ...([0, 1] as const).map((i) => ({
    name: `${i} is killed`,
    next: (world: PaymentWorld) => {
      if (world.kills === 0) return undefined
      return {
        ...world,
        kills: world.kills - 1,
        [`serve${i}`]: 0,
        [`joined${i}`]: 0,
        [`loop${i}`]: 0,
        [`collect${i}`]: 0,
        ...defined({ settle: i === 0 ? 0 : undefined, sentBefore: i === 0 ? 0 : undefined }),
      }
    },
  })),
  {
    name: 'the lease moves',
    next: (world) => {
      if (world.kills === 0) return undefined
      const { serve0, joined0, loop0, collect0, serve1, joined1, loop1, collect1 } = world
      return {
        ...world,
        kills: world.kills - 1,
        settle: 0,
        sentBefore: 0,
        serve0: serve1,
        joined0: joined1,
        loop0: loop1,
        collect0: collect1,
        serve1: serve0,
        joined1: joined0,
        loop1: loop0,
        collect1: collect0,
      }
    },
  },
]
