import type { Deed } from './compute-child.fixture.ts'
import { startChild } from './start-child.ts'

/** Runs from an installation of its own, and prints whether its child can import a package. */
/** A child keeps no process alive. */
setInterval(() => undefined, 1_000)
const deed: Deed = { do: 'import', packageName: process.argv[2] ?? '' }
const child = startChild({
  entry: new URL('./compute-child.fixture.ts', import.meta.url),
  opening: { setup: {}, endAfterMs: 60_000 },
  heapMaxMb: 64,
  answerBytesMax: 1_000,
  onMessage: (message) => {
    if (message === 'ready') return child.send(deed)
    console.log(JSON.stringify(message))
    process.exit(0)
  },
  onEnd: ({ lastOutput }) => {
    console.log(lastOutput)
    process.exit(1)
  },
})
