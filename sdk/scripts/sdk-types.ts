import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSdkNames } from './sdk-names.ts'
import { writeSdkPaths } from './sdk-paths.ts'
import { writeSdkResources } from './sdk-resources.ts'
import { writeSdkRoles } from './sdk-roles.ts'

const root = join(import.meta.dirname, '../..')
const documentPath = join(root, 'openapi.json')
const sdk = join(root, 'sdk/src')

/** The files that are made from openapi.json, and how. They are not committed. */
const makers: Readonly<Record<GeneratedFile, (document: string) => string>> = {
  'api.generated.ts': (document) => writeSdkPaths(JSON.parse(document)),
  'names.generated.ts': (document) => writeSdkNames(JSON.parse(document)),
  'resources.generated.ts': (document) => writeSdkResources(JSON.parse(document)),
  'roles.generated.ts': (document) => writeSdkRoles(JSON.parse(document)),
}

const generatedFiles = [
  'api.generated.ts',
  'names.generated.ts',
  'resources.generated.ts',
  'roles.generated.ts',
] as const
type GeneratedFile = (typeof generatedFiles)[number]

/**
 * Makes the types of the client from openapi.json. Every script that needs them makes them first, which costs nothing while the
 * document has not changed. Returns whether it wrote a file.
 */
export async function writeSdkTypes(
  wanted: readonly GeneratedFile[] = generatedFiles,
): Promise<boolean> {
  const heading = await headingOf()
  let hasWritten = false
  for (const name of wanted) {
    const path = join(sdk, name)
    const written = await readFile(path, 'utf8').catch(() => '')
    if (written.startsWith(heading)) continue
    // The file is replaced by a rename, so a reader gets the old one or the new one, never half of it.
    const temporary = `${path}.${process.pid}`
    await writeFile(temporary, heading + makers[name](await readFile(documentPath, 'utf8')))
    await rename(temporary, path)
    hasWritten = true
  }
  return hasWritten
}

const sources = ['types', 'paths', 'names', 'failures', 'resources', 'roles', 'methods'].map(
  (name) => `sdk/scripts/sdk-${name}.ts`,
)

/** The head names the sources of the types, so that they are made again only when a source has changed. */
async function headingOf(): Promise<string> {
  const madeFrom = createHash('sha256')
  for (const path of ['openapi.json', 'sdk/package.json', ...sources]) {
    madeFrom.update(await readFile(join(root, path)))
  }
  return `// Written by \`npm run sdk\` from openapi.json. Do not edit: change the routes, then run \`npm run openapi\`.
// Made from ${madeFrom.digest('hex')}
/* biome-ignore-all lint: generated */

`
}
