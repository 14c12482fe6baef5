import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Documents, diagramsFolder } from './site-pages.ts'

const single = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'sdk/README.md']
const folders = ['docs', 'docs/operations', 'docs/adr']

/** The documents of the repository that are pages of the site. */
export async function readSiteDocuments(root: string): Promise<Documents> {
  const paths = await siteDocumentPaths(root)
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const),
    ),
  )
}

/** The diagrams that the documents show, by their paths in the repository. */
export async function readSiteDiagrams(root: string): Promise<ReadonlyMap<string, string>> {
  const paths = await diagramPaths(root)
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const),
    ),
  )
}

/** When the newest of them was changed, in milliseconds. */
export async function siteDocumentsChangedAt(root: string): Promise<number> {
  const paths = [...(await siteDocumentPaths(root)), ...(await diagramPaths(root))]
  const stats = await Promise.all(paths.map((path) => stat(join(root, path))))
  return Math.max(...stats.map(({ mtimeMs }) => mtimeMs))
}

async function diagramPaths(root: string): Promise<string[]> {
  const names = await readdir(join(root, diagramsFolder))
  return names.filter((name) => name.endsWith('.svg')).map((name) => `${diagramsFolder}/${name}`)
}

async function siteDocumentPaths(root: string): Promise<string[]> {
  const inFolders = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder)))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
    ),
  )
  return [...single, ...inFolders.flat()]
}
