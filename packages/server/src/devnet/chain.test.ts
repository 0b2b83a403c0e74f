import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import {
  createPublicClient,
  createWalletClient,
  custom,
  domainSeparator,
  type Hex,
  parseAbi,
  parseSignature,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { afterAll, describe, expect, test } from 'vitest'
import { type Devnet, faucetAmountMax, multicallAddress, openDevnet } from './chain.ts'
import token from './contracts/Usdc.json' with { type: 'json' }
import { signCancellation } from './testing/sign-cancellation.ts'

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function version() view returns (string)',
  'function totalSupply() view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function authorizationState(address, bytes32) view returns (bool)',
  'function mint(address, uint256) returns (bool)',
  'function transfer(address, uint256) returns (bool)',
  'function approve(address, uint256) returns (bool)',
  'function transferFrom(address, address, uint256) returns (bool)',
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
  'function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes)',
  'function cancelAuthorization(address, bytes32, bytes)',
])
const withBytes = parseAbi([
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes)',
])
const usdc = { address: usdcOnBase.asset, abi } as const
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const devnet = await openDevnet()
const clientOf = (chain: Devnet) =>
  createPublicClient({
    chain: base,
    transport: custom(chain, { retryCount: 0 }),
    pollingInterval: 1,
  })
const reader = clientOf(devnet)
const sender = createWalletClient({
  chain: base,
  transport: custom(devnet, { retryCount: 0 }),
  account: devnet.settler,
})
const payer = privateKeyToAccount(generatePrivateKey())
await devnet.faucet(payer.address, 1_000_000n)

const authorizationOf = (changes: object = {}) => ({
  from: payer.address,
  to: devnet.payTo,
  value: 3_000n,
  validAfter: 0n,
  validBefore: BigInt(Math.floor(Date.now() / 1000) + 60),
  nonce: generatePrivateKey(),
  ...changes,
})
type Authorization = ReturnType<typeof authorizationOf>
const argumentsOf = (order: Authorization) =>
  [order.from, order.to, order.value, order.validAfter, order.validBefore, order.nonce] as const
const pay = (order: Authorization, signature: Hex) =>
  reader.simulateContract({
    address: usdc.address,
    abi: withBytes,
    functionName: 'transferWithAuthorization',
    args: [...argumentsOf(order), signature],
    account: devnet.settler,
  })

afterAll(() => devnet.close())

test('default: for a client, the token is USDC on Base', async () => {
  const read = (functionName: 'name' | 'symbol' | 'decimals' | 'version' | 'DOMAIN_SEPARATOR') =>
    reader.readContract({ ...usdc, functionName })
  expect({
    chainId: await reader.getChainId(),
    name: await read('name'),
    symbol: await read('symbol'),
    decimals: await read('decimals'),
    version: await read('version'),
    domainSeparator: await read('DOMAIN_SEPARATOR'),
  }).toEqual({
    chainId: 8453,
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    version: '2',
    domainSeparator: domainSeparator({ domain: usdcOnBase.domain }),
  })
})

test('default: only the faucet mints', async () => {
  const account = privateKeyToAccount(generatePrivateKey()).address
  const supply = await reader.readContract({ ...usdc, functionName: 'totalSupply' })
  await devnet.faucet(account, 5n)
  expect(await devnet.balanceOf(account)).toBe(5n)
  expect(await reader.readContract({ ...usdc, functionName: 'totalSupply' })).toBe(supply + 5n)
  await expect(
    reader.simulateContract({ ...usdc, functionName: 'mint', args: [account, 1n], account }),
  ).rejects.toThrow('FiatToken: caller is not a minter')
})

test('behavior: upper and lower case of an address are equal', async () => {
  const odd = `0x${'aB'.repeat(20)}` as const
  await devnet.faucet(odd, 5n)
  expect(await devnet.balanceOf(odd.toLowerCase() as Hex)).toBe(5n)
})

test.each([0n, -1n, faucetAmountMax + 1n])('error: the faucet refuses %s', async (amount) => {
  await expect(devnet.faucet(payer.address, amount)).rejects.toThrow('the faucet mints')
})

describe('transferWithAuthorization', () => {
  test('default: both overloads move the money once', async () => {
    const before = await devnet.balanceOf(devnet.payTo)
    const first = authorizationOf()
    const { v, r, s } = parseSignature(await payer.signTypedData(typedDataOf(first)))
    await sender.writeContract({
      ...usdc,
      functionName: 'transferWithAuthorization',
      args: [...argumentsOf(first), Number(v), r, s],
    })
    const second = authorizationOf()
    const signature = await payer.signTypedData(typedDataOf(second))
    const { request } = await pay(second, signature)
    const hash = await sender.writeContract(request)
    expect(await devnet.balanceOf(devnet.payTo)).toBe(before + 6_000n)
    expect((await reader.getTransactionReceipt({ hash })).logs).toHaveLength(2)
    await expect(pay(second, signature)).rejects.toThrow(
      'FiatTokenV2: authorization is used or canceled',
    )
    expect(
      await reader.readContract({
        ...usdc,
        functionName: 'authorizationState',
        args: [payer.address, second.nonce],
      }),
    ).toBe(true)
  })

  test.each<[string, Partial<Authorization>, string]>([
    ['expired', { validBefore: 1n }, 'FiatTokenV2: authorization is expired'],
    ['not yet valid', { validAfter: 2n ** 40n }, 'FiatTokenV2: authorization is not yet valid'],
    ['too much', { value: 10n ** 12n }, 'ERC20: transfer amount exceeds balance'],
    ['to nobody', { to: `0x${'0'.repeat(40)}` }, 'ERC20: transfer to the zero address'],
  ])('error: %s', async (_, changes, reason) => {
    const order = authorizationOf(changes)
    await expect(pay(order, await payer.signTypedData(typedDataOf(order)))).rejects.toThrow(reason)
  })

  test('error: refuses a changed amount, a mirrored s, a wrong v, a wrong length', async () => {
    const signed = authorizationOf()
    const signature = await payer.signTypedData(typedDataOf(signed))
    const { r, s, v } = parseSignature(signature)
    const mirrored = (order - BigInt(s)).toString(16).padStart(64, '0')
    const flipped = v === 27n ? '1c' : '1b'
    await expect(pay({ ...signed, value: 1n }, signature)).rejects.toThrow(
      'FiatTokenV2: invalid signature',
    )
    await expect(pay(signed, `${r}${mirrored}${flipped}`)).rejects.toThrow(
      "ECRecover: invalid signature 's' value",
    )
    await expect(pay(signed, `${signature.slice(0, 130)}1d` as Hex)).rejects.toThrow(
      "ECRecover: invalid signature 'v' value",
    )
    await expect(pay(signed, signature.slice(0, 130) as Hex)).rejects.toThrow(
      'ECRecover: invalid signature length',
    )
    await expect(pay(signed, `0x${'00'.repeat(64)}1b`)).rejects.toThrow(
      'ECRecover: invalid signature',
    )
  })

  test('behavior: queries a wallet with code, instead of recovering its signer', async () => {
    // Returns the ERC-1271 magic value for every call: PUSH4 1626ba7e, shift left, return 32.
    const code = '0x631626ba7e60e01b60005260206000f3'
    const wallet = privateKeyToAccount(generatePrivateKey()).address
    await devnet.request({ method: 'hardhat_setCode', params: [wallet, code] })
    await devnet.faucet(wallet, 9_000n)
    await pay(authorizationOf({ from: wallet }), '0x1234')
    await devnet.request({ method: 'hardhat_setCode', params: [wallet, '0x60006000fd'] })
    await expect(pay(authorizationOf({ from: wallet }), '0x1234')).rejects.toThrow(
      'FiatTokenV2: invalid signature',
    )
  })
})

test('behavior: only the payee can use receiveWithAuthorization; a cancelled nonce cannot be used', async () => {
  const order = authorizationOf()
  const typedData = typedDataOf(order)
  const received = await payer.signTypedData({
    ...typedData,
    types: { ReceiveWithAuthorization: typedData.types.TransferWithAuthorization },
    primaryType: 'ReceiveWithAuthorization',
  })
  const receive = (account: Hex) =>
    reader.simulateContract({
      ...usdc,
      functionName: 'receiveWithAuthorization',
      args: [...argumentsOf(order), received],
      account,
    })
  await receive(devnet.payTo)
  await expect(receive(payer.address)).rejects.toThrow('FiatTokenV2: caller must be the payee')

  const canceled = await signCancellation(payer, order.nonce)
  await sender.writeContract({
    ...usdc,
    functionName: 'cancelAuthorization',
    args: [payer.address, order.nonce, canceled],
  })
  await expect(receive(devnet.payTo)).rejects.toThrow(
    'FiatTokenV2: authorization is used or canceled',
  )
})

test('behavior: supports ERC-20 transfers and allowances', async () => {
  await devnet.faucet(devnet.settler.address, 100n)
  await sender.writeContract({
    ...usdc,
    functionName: 'transfer',
    args: [payer.address, 40n],
  })
  expect(await devnet.balanceOf(devnet.settler.address)).toBe(60n)
  await sender.writeContract({
    ...usdc,
    functionName: 'approve',
    args: [devnet.settler.address, 50n],
  })
  const from = (amount: bigint) =>
    ({
      ...usdc,
      functionName: 'transferFrom',
      args: [devnet.settler.address, payer.address, amount],
    }) as const
  await sender.writeContract(from(20n))
  await expect(
    reader.simulateContract({ ...from(31n), account: devnet.settler.address }),
  ).rejects.toThrow('ERC20: transfer amount exceeds allowance')
})

test('behavior: a stock client reads many values in one call through Multicall3', async () => {
  const answers = await reader.multicall({
    multicallAddress,
    contracts: [
      { ...usdc, functionName: 'decimals' },
      { ...usdc, functionName: 'transfer', args: [payer.address, 1n] },
    ],
  })
  expect(answers.map(({ status }) => status)).toEqual(['success', 'failure'])
})

test('behavior: a transaction that reverts is mined and has a receipt', async () => {
  const hash = await sender.writeContract({
    ...usdc,
    functionName: 'transfer',
    args: [payer.address, 10n ** 15n],
    gas: 100_000n,
  })
  expect((await reader.getTransactionReceipt({ hash })).status).toBe('reverted')
})

describe('restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-devnet-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('behavior: balances, nonces, receipts and logs remain; the token still works', async () => {
    const dataFile = join(folder, 'restart.sqlite')
    const first = await openDevnet({ dataFile })
    await first.faucet(payer.address, 10_000n)
    const order = authorizationOf()
    const signature = await payer.signTypedData(typedDataOf(order))
    const write = (chain: Devnet, one: Authorization, signed: Hex) =>
      createWalletClient({
        chain: base,
        transport: custom(chain, { retryCount: 0 }),
        account: chain.settler,
      }).writeContract({
        address: usdc.address,
        abi: withBytes,
        functionName: 'transferWithAuthorization',
        args: [...argumentsOf(one), signed],
        gas: 150_000n,
      })
    const hash = await write(first, order, signature)
    const receipt = await clientOf(first).getTransactionReceipt({ hash })
    const logs = await clientOf(first).getLogs({ address: usdc.address, fromBlock: 0n })
    await first.close()

    const second = await openDevnet({ dataFile })
    const client = clientOf(second)
    expect(await second.balanceOf(payer.address)).toBe(7_000n)
    expect(await second.balanceOf(second.payTo)).toBe(3_000n)
    expect(await client.readContract({ ...usdc, functionName: 'totalSupply' })).toBe(10_000n)
    expect(await client.getBlockNumber()).toBe(2n)
    expect(await client.getTransactionReceipt({ hash })).toEqual(receipt)
    expect((await client.getTransaction({ hash })).hash).toBe(hash)
    expect(await client.getLogs({ address: usdc.address, fromBlock: 0n })).toEqual(logs)
    expect(
      await client.getTransactionReceipt({ hash: await write(second, order, signature) }),
    ).toMatchObject({ status: 'reverted', blockNumber: 3n })

    const next = authorizationOf()
    await write(second, next, await payer.signTypedData(typedDataOf(next)))
    expect(await second.balanceOf(payer.address)).toBe(4_000n)
    const all = await client.getLogs({ address: usdc.address, fromBlock: 0n, toBlock: 'latest' })
    expect(all.map(({ blockNumber }) => blockNumber)).toEqual([1n, 1n, 2n, 2n, 4n, 4n])
    await second.close()
  })

  test('error: refuses a second chain over the same file', async () => {
    const dataFile = join(folder, 'exclusive.sqlite')
    const first = await openDevnet({ dataFile })
    await expect(openDevnet({ dataFile })).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' })
    await first.close()
  })
})

test('behavior: the committed ABI has the functions that clients call', () => {
  const functions = token.abi.filter(({ type }) => type === 'function').map(({ name }) => name)
  expect(functions.filter((name) => name === 'transferWithAuthorization')).toHaveLength(2)
})
