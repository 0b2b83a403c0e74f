import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const serverPackage = new URL('../packages/server/package.json', import.meta.url)
/** The folder of the devnet's contracts and their compiled code. */
export const contractFolder = new URL('./src/devnet/contracts/', serverPackage)
export const contractNames = ['Usdc', 'Multicall3'] as const

/** The committed facts of a contract. `runtimeBytecode` is its code on the chain. */
export type CompiledContract = {
  contractName: string
  compiler: string
  abi: unknown[]
  runtimeBytecode: string
}

/**
 * Compiles one contract of the devnet. The output depends only on the source and the pinned
 * compiler. Omits metadata, which contains hashes of paths.
 *
 * @throws Error with the compiler's message if the source has errors or warnings.
 */
export function compileContract(contractName: string): CompiledContract {
  const solc = loadCompiler()
  const fileName = `${contractName}.sol`
  const output: CompilerOutput = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: {
          [fileName]: { content: readFileSync(new URL(fileName, contractFolder), 'utf8') },
        },
        settings: {
          evmVersion: 'cancun',
          optimizer: { enabled: true, runs: 10_000 },
          metadata: { appendCBOR: false, bytecodeHash: 'none' },
          outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
        },
      }),
    ),
  )
  if (output.errors?.length)
    throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  const contract = output.contracts?.[fileName]?.[contractName]
  if (!contract) throw new Error(`${fileName} holds no contract named ${contractName}`)
  return {
    contractName,
    compiler: solc.version(),
    abi: contract.abi,
    runtimeBytecode: `0x${contract.evm.deployedBytecode.object}`,
  }
}

/** The text of the committed file. */
export function compiledText(contract: CompiledContract): string {
  return `${JSON.stringify(contract, null, 2)}\n`
}

type Compiler = { compile(input: string): string; version(): string }
type CompilerOutput = {
  errors?: { formattedMessage: string }[]
  contracts?: Record<
    string,
    Record<string, { abi: unknown[]; evm: { deployedBytecode: { object: string } } }>
  >
}

/** The compiler is a development dependency of the server, so the look-up starts in its folder. */
function loadCompiler(): Compiler {
  return createRequire(import.meta.url)('solc') as Compiler
}

if (import.meta.main)
  for (const contractName of contractNames)
    writeFileSync(
      new URL(`${contractName}.json`, contractFolder),
      compiledText(compileContract(contractName)),
    )
