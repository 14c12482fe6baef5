import { readFile, writeFile } from 'node:fs/promises'
import { writeReferencePagesOf } from './generated/reference-pages.ts'
import { composeUnconnected } from './generated/unconnected-app.ts'

/** Writes openapi.json from the routes. With --check it leaves it, and fails on a difference. It connects to nothing. */
const app = await composeUnconnected()
const text = `${JSON.stringify(app.http.openapi(), null, 2)}\n`
const path = new URL('../../openapi.json', import.meta.url)
if (!process.argv.includes('--check')) {
  await writeFile(path, text)
  console.log('Written: openapi.json')
} else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
  console.error('openapi.json is not what the code says. Run `npm run openapi` and review it.')
  process.exitCode = 1
}
await writeReferencePagesOf(app)
await app.stop()
