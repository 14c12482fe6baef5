import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeGenerated } from './generated.ts'

/**
 * The last step of `npm ci`: it writes what is made of the sources and not committed. It also removes the C headers and manuals of
 * Node, a third of that package: headers are for those who compile native packages, and no package here is compiled.
 */
const node = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const folder = join(import.meta.dirname, `../../node_modules/node/node_modules/${node}`)
for (const part of ['include', 'share']) {
  await rm(join(folder, part), { recursive: true, force: true })
}
try {
  await writeGenerated()
} catch (error) {
  // Without a PostgreSQL of its own, for example. The product runs without these files; what needs them writes them first.
  console.warn(
    `Not every generated file was written: ${error instanceof Error ? error.message : error}`,
  )
}
