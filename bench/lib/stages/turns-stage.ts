import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startLocalPostgres } from '../../../server/src/platform/db/index.ts'
import { accessOf } from '../access.ts'
import { checkoutOf, commitOf } from '../checkout-of.ts'
import type { Contestant } from '../measuring/by-turns.ts'
import { startProduct } from '../processes.ts'
import { benchSecrets } from '../secrets.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Starts this checkout and other commits, which `bases` names with commas between them, each over a database of its own with the sample catalogue. */
export async function withSides<Result>(
  bases: string,
  use: (sides: readonly Contestant[]) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const sides = [await openSide('this checkout', root, join(folder, 'own'), undo)]
    for (const base of bases.split(',').filter(Boolean)) {
      const commit = commitOf(base)
      if (commit === '') throw new Error(`There is no commit ${base}.`)
      const own = join(folder, `other-${sides.length}`)
      await mkdir(own)
      const checkout = await checkoutOf(commit, join(own, 'source'))
      undo.push(() => checkout.remove())
      sides.push(await openSide(base, checkout.root, join(own, 'data'), undo))
    }
    return await use(sides)
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

async function openSide(
  name: string,
  from: string,
  dataDir: string,
  undo: (() => unknown)[],
): Promise<Contestant> {
  const postgres = await startLocalPostgres({
    dataDir,
    log: { info: () => undefined, warn: console.error },
    // Its work would fall into the times of either side by chance.
    settings: { autovacuum: 'off' },
  })
  undo.push(() => postgres.stop())
  const env = { DOCUMENT_DB_URL: postgres.url, CACHE_URL: 'memory:', ...benchSecrets() }
  const seeding = await startProduct(env, dataDir, from)
  const { apiKey } = await accessOf(dataDir).finally(() => seeding.stop())
  const sql = new pg.Client(postgres.url)
  await sql.connect()
  await sql.query('vacuum analyze').finally(() => sql.end())
  const service = await startProduct(env, dataDir, from)
  undo.push(() => service.stop())
  const ask = async (path: string) => {
    const response = await fetch(service.baseUrl + path, { headers: { 'x-api-key': apiKey } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as unknown
  }
  return { name, pid: service.pid, ask }
}
