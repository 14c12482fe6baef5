import { randomUUID } from 'node:crypto'
import { copyFile, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#platform/folders'
import type { PictureFiles } from './picture-files.ts'

/** Keeps pictures in a folder. Every process of a deployment needs the same folder. */
export function createDiskFiles(folder: string): PictureFiles {
  const pathOf = (key: string) => join(folder, ...key.split('/'))
  return {
    read: (key) => readFile(pathOf(key)).catch(ifMissing),
    write: async (key, content) => {
      const path = pathOf(key)
      const draft = `${path}.${randomUUID()}`
      await makeFolder(dirname(path), 0o700)
      try {
        if (Buffer.isBuffer(content)) await writeFile(draft, content, { mode: 0o600 })
        else await copyFile(content.path, draft)
        // Nobody ever reads half of a file.
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    delete: async (keys) => {
      for (const key of keys) await rm(pathOf(key), { force: true })
      for (const path of new Set(keys.map((key) => dirname(pathOf(key))))) {
        // A folder that is not empty stays.
        await rmdir(path).catch(() => undefined)
      }
    },
    close: async () => undefined,
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
