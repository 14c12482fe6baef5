import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const kept = join(root, '.cache/passed')

/** Files and folders, from the root of the repository. */
export type CheckInputs = readonly string[]

/** The digest of all that a check reads. */
export async function digestOf(inputs: CheckInputs): Promise<string> {
  const digest = createHash('sha256')
  for (const path of (await Promise.all(inputs.map(filesOf))).flat().sort()) {
    const content = await readFile(join(root, path))
    digest.update(`${path} ${content.length} `).update(content)
  }
  return digest.digest('hex')
}

export async function hasPassed(check: string, digest: string): Promise<boolean> {
  return (await readFile(fileOf(check), 'utf8').catch(() => '')) === digest
}

export async function keepPassed(check: string, digest: string): Promise<void> {
  await mkdir(kept, { recursive: true })
  await writeFile(fileOf(check), digest)
}

const fileOf = (check: string) => join(kept, check.replaceAll(' ', '-'))

async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(join(root, path))).isDirectory()) return [path]
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}
