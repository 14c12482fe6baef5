import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const documentPath = join(root, 'openapi.json')
const typesPath = join(root, 'sdk/src/api.generated.ts')

const heading = `// Written by \`npm run sdk\` from openapi.json. Do not edit: change the routes, then run \`npm run openapi\`.
/* biome-ignore-all lint: generated */

`

/** The part of openapi-typescript that is used here. It is installed for the sdk alone, with a compiler of its own. */
type Generator = {
  default(document: URL, options: Record<string, unknown>): Promise<unknown>
  astToString(ast: unknown): string
}

const fromSdk = createRequire(join(root, 'sdk/package.json'))
const generator: Generator = fromSdk('openapi-typescript')

const written = await readFile(typesPath, 'utf8').catch(() => '')
const document = await readFile(documentPath, 'utf8').catch(() => undefined)
if (document === undefined) {
  console.error('openapi.json is not there. Run `npm run openapi` first.')
  process.exit(1)
}
const ast = await generator.default(pathToFileURL(documentPath), {
  alphabetize: true,
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
})
const types = heading + generator.astToString(ast)

if (written === types) {
  console.log('sdk/src/api.generated.ts is up to date.')
} else if (process.argv.includes('--check')) {
  console.error('sdk/src/api.generated.ts does not fit openapi.json. Run `npm run sdk`.')
  process.exit(1)
} else {
  await writeFile(typesPath, types)
  console.log('sdk/src/api.generated.ts was written.')
}
