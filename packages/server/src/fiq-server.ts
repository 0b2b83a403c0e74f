// The program is loaded after this check, because an older Node cannot load it.
const nodeMajorMin = 24

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  process.stderr.write(
    `fiq-server needs Node ${nodeMajorMin} or later; this is ${process.version} (${process.execPath}).\nInstall Node ${nodeMajorMin}, then install fiq-server again: an older Node leaves out its native parts.\n`,
  )
  process.exitCode = 3
} else {
  try {
    await import('./main.ts')
  } catch (error) {
    // npm leaves out an optional package that the Node which runs npm is too old for.
    if (!String(error).includes('native binding')) throw error
    process.stderr.write(
      `fiq-server lacks a native part for Node ${process.version} on ${process.platform}-${process.arch}. An older Node may have installed it.\nInstall fiq-server again with this Node.\n`,
    )
    process.exitCode = 3
  }
}
