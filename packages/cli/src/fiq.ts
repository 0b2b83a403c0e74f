import { version } from './config/version.ts'

// The only module that uses the process. It is small: it prints the version, the most frequent
// request, before anything else is loaded.
const nodeMajorMin = 24
const words = process.argv.slice(2)
const nodeMajor = Number(process.versions.node.split('.')[0])

if (nodeMajor < nodeMajorMin) {
  process.stderr.write(
    `fiq needs Node ${nodeMajorMin} or later; this is ${process.version} (${process.execPath}).\n`,
  )
  process.exitCode = 3
} else if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return
    process.stderr.write(`fiq: Standard output cannot be written: ${message}\n`)
    process.exitCode = 15
  })
  process.stdout.write(`${version}\n`)
} else {
  import('./main.ts').then(({ main }) => main(words))
}
