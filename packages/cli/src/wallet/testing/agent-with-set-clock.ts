import { readFileSync } from 'node:fs'

// Runs the program with a clock that a test sets while it runs: the file `clock` in
// FIQ_HOME holds how many milliseconds it is ahead.

const { now } = Date
Date.now = () => now() + Number(readFileSync(`${process.env['FIQ_HOME']}/clock`, 'utf8'))
const { main } = await import('../../main.ts')
await main(process.argv.slice(2))
