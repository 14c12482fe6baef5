import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const files = [
  'openapi.json',
  'server/scripts/checks/spectral.yaml',
  'server/scripts/checks/redocly.yaml',
]

/**
 * A folder with the document and the rules for it, inside the one of the tools: a rule set finds its packages only from where it
 * lies itself, and its exceptions name the document beside it.
 */
export async function prepareOpenapiLint(tools: string): Promise<string> {
  const folder = join(tools, 'openapi')
  await mkdir(folder, { recursive: true })
  for (const file of files) await cp(join(root, file), join(folder, file.split('/').at(-1) ?? file))
  return folder
}
