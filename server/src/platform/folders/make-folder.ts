import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder with those above it, and leaves one that is there as it is. Node's own `recursive` never ends where a
 * folder that exists takes no new one, as `/proc`; this throws why.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const folder = resolve(path)
  if (await isFolder(folder)) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder), mode)
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Somebody else may have been quicker.
    if (!(await isFolder(folder))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
