// A process that owns a local PostgreSQL, to be killed by a test: prints one line of JSON, then waits for SIGTERM.
import { LocalPostgresInUse, startLocalPostgres } from '#platform/db'

const [dataDir = '', transport] = process.argv.slice(2)
try {
  const postgres = await startLocalPostgres({
    dataDir,
    log: { info: () => undefined, warn: () => undefined },
    ...(transport === 'address' ? { transport } : {}),
  })
  // Keeps the process alive: the launcher itself does not.
  const alive = setInterval(() => undefined, 60_000)
  process.once('SIGTERM', async () => {
    await postgres.stop()
    clearInterval(alive)
  })
  // Last, because the signal may come as soon as this is read.
  console.log(JSON.stringify({ url: postgres.url }))
} catch (error) {
  if (!(error instanceof LocalPostgresInUse)) throw error
  console.log(JSON.stringify({ error: error.name }))
}
