import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const documentPath = join(root, 'openapi.json')
const typesPath = join(root, 'sdk/src/api.generated.ts')

/** The part of openapi-typescript that this script uses. Only the sdk has it installed, with its own compiler. */
type Generator = {
  default(document: URL, options: Record<string, unknown>): Promise<unknown>
  astToString(ast: unknown): string
}

/**
 * Makes the types of the client from openapi.json. They are not committed. Every script that needs them makes them first, which
 * costs nothing while the document has not changed. Returns whether it wrote the file.
 */
export async function writeSdkTypes(): Promise<boolean> {
  const heading = await headingOf()
  const written = await readFile(typesPath, 'utf8').catch(() => '')
  if (written.startsWith(heading)) return false
  const generator: Generator = createRequire(join(root, 'sdk/package.json'))('openapi-typescript')
  const ast = await generator.default(pathToFileURL(documentPath), {
    alphabetize: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  })
  // The file is replaced by a rename, so a reader gets the old one or the new one, never half of it.
  const temporary = `${typesPath}.${process.pid}`
  await writeFile(temporary, heading + generator.astToString(ast))
  await rename(temporary, typesPath)
  return true
}

/** The head names the sources of the types, so that they are made again only when a source has changed. */
async function headingOf(): Promise<string> {
  const madeFrom = createHash('sha256')
  for (const path of ['openapi.json', 'sdk/package.json', 'server/scripts/sdk-types.ts']) {
    madeFrom.update(await readFile(join(root, path)))
  }
  return `// Written by \`npm run sdk\` from openapi.json. Do not edit: change the routes, then run \`npm run openapi\`.
// Made from ${madeFrom.digest('hex')}
/* biome-ignore-all lint: generated */

`
}
