import { randomBytes } from 'node:crypto'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { CliContext } from '../../compose/context.ts'
import { createMoney } from '../../compose/money.ts'
import { newKey, storeWallet } from '../../wallet/store-wallet.ts'
import { cheapScrypt } from '../../wallet/testing/test-keystore.ts'
import type { PaidRequest } from '../quote/paid-request.ts'
import { createSendAndPay } from '../send-and-pay.ts'
import { startPaidServer } from './hostile-server.ts'
import { payerOptions, scratchFolder, testClock } from './test-payer.ts'

/** A context with the real money functions, a scratch folder and a server that is paid. */
export async function moneyScene(
  scene: Parameters<typeof sceneOf>[0] = {},
  changes: Parameters<typeof payerOptions>[2] = {},
) {
  const folder = scratchFolder()
  const server = await startPaidServer()
  const options = payerOptions(folder.path, server.url, {
    clock: testClock(Date.parse('2026-11-20T12:00:00Z')),
    ...changes,
  })
  const secrets = { passphrase: 'correct horse' }
  const made = sceneOf(scene)
  const context: CliContext = {
    ...made.context,
    money: createMoney({ ...options, secrets, scrypt: cheapScrypt }),
  }
  return {
    ...made,
    context,
    server,
    folder: folder.path,
    pay: createSendAndPay(options),
    /** Pays with a play wallet, which it creates first. */
    async payWithPlay(request: PaidRequest) {
      await storeWallet(newKey(randomBytes), { name: 'play', place: 'play' }, options)
      return createSendAndPay({ ...options, secrets: {}, walletName: 'play' })(request)
    },
    headersSeen: () => server.headersSeen,
    async [Symbol.asyncDispose]() {
      await server.close()
      folder[Symbol.dispose]()
    },
  }
}
