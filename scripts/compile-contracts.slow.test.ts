import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  compileContract,
  compiledText,
  contractFolder,
  contractNames,
} from './compile-contracts.ts'

test.each(contractNames)('default: %s.json is the compiled source', (contractName) => {
  const committed = readFileSync(new URL(`${contractName}.json`, contractFolder), 'utf8')
  expect(committed).toBe(compiledText(compileContract(contractName)))
})

test('error: names an unknown contract', () => {
  expect(() => compileContract('Nothing')).toThrow('Nothing.sol')
})
