// The program is loaded after this check, because an older Node cannot load it.
const nodeMajorMin = 24

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  process.stderr.write(
    `fiq-server needs Node ${nodeMajorMin} or later; this is ${process.version} (${process.execPath}).\n`,
  )
  process.exitCode = 3
} else {
  await import('./main.ts')
}
