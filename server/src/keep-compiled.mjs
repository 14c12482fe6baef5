import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Beside the packages, and not in the machine's folder for temporary files, where others could put code for us to run. */
export const compiledFolder = fileURLToPath(
  new URL('../../node_modules/.cache/compiled', import.meta.url),
)

/**
 * Plain JavaScript, and the first thing that is imported: what reads types away takes 10 MB, and where all that follows was
 * kept, it is never loaded. Half of the time of a start is spent on reading types away and compiling:
 * what that gave is kept for the next one. Where the folder cannot be written, everything is compiled again. Only what is
 * imported afterwards counts.
 */
export function keepCompiled() {
  enableCompileCache(compiledFolder)
  // A process that is killed writes nothing at its end.
  setTimeout(flushCompileCache, 10_000).unref()
}
