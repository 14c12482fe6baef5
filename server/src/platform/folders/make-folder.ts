import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and the folders above it. A folder that exists does not change. Node's own `recursive` never ends when an
 * existing folder such as `/proc` accepts no new one. This function throws the reason.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const folder = resolve(path)
  if (await isFolder(folder)) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder), mode)
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isFolder(folder))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
