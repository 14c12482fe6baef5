import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabaseUrl } from '#harness'
import { startService } from '../harness/service-process.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'purveyor-start-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('an interrupted start', { timeout: 240_000 }, () => {
  it('during the sample import leaves no PostgreSQL behind, and the next one works', async () => {
    const service = await startService({ dataDir, until: 'spawned' })
    await until(() => service.output().includes('Loading the sample catalogue'))
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(serversIn(dataDir)).toEqual([])

    const again = await startService({ dataDir, until: 'answers' })
    await again.stop()
    expect(serversIn(dataDir)).toEqual([])
  })

  // A terminal that is closed sends SIGHUP, and may do so twice.
  it.each<NodeJS.Signals[]>([['SIGINT'], ['SIGHUP', 'SIGHUP']])(
    'by %s while it waits for a database that is away ends at once',
    async (...signals) => {
      const env = { DOCUMENT_DB_URL: 'postgresql://nobody@127.0.0.1:1/none' }
      const service = await startService({ dataDir, env, until: 'answers' })
      await until(() => service.output().includes('Waiting for the database that DOCUMENT_DB_URL'))
      for (const signal of signals) service.child.kill(signal)
      expect(await service.ended).toBe(0)
    },
  )
})

describe('a service whose own PostgreSQL is killed', { timeout: 240_000 }, () => {
  it('goes on when it is started again, also after it was taken over from an earlier start', async () => {
    // Without the sample catalogue a start is over soon.
    const env = { APP_ENV: 'test' }
    const killed = await startService({ dataDir, env })
    await goesOnAfterKill(killed.baseUrl)
    await killed.kill()
    const next = await startService({ dataDir, env })
    await goesOnAfterKill(next.baseUrl)
    await next.stop()
    expect(serversIn(dataDir)).toEqual([])
  })
})

describe('a start that must fail', { timeout: 240_000 }, () => {
  const refused: [what: string, env: Record<string, string>, word: string][] = [
    ['have its folder', { PURVEYOR_DATA_DIR: '/proc/purveyor' }, 'PURVEYOR_DATA_DIR cannot be '],
    ['keep anything', { PURVEYOR_DATA_DIR: import.meta.filename }, 'PURVEYOR_DATA_DIR cannot be '],
    ['what is named', { APP_ENV: 'prod' }, 'APP_ENV must be one of local, test, staging'],
    ['sell to others', { BASE_URL: 'https://shop.example.com' }, 'APP_ENV is local, its default,'],
    ['at its port', { PORT: 'http' }, 'PORT must be a whole number'],
  ]
  it.each(refused)('%s says so in a sentence', async (_what, env, word) => {
    const service = await startService({ dataDir, env, until: 'spawned' })
    expect(await service.ended).toBe(78)
    expect(service.output()).toContain(word)
  })

  it('with the data of another version says how to start again', async () => {
    const older = await freshDatabaseUrl([{ name: '0001_platform', sql: 'create schema platform' }])
    const env = { DOCUMENT_DB_URL: older.url }
    const service = await startService({ dataDir, env, until: 'spawned' })
    expect(await service.ended).toBe(78)
    expect(service.output()).toContain('0001_platform had another content')
    expect(service.output()).toContain('remove the data folder, or set PURVEYOR_DATA_DIR')
    await older.drop()
  })

  it('on a used port says so before it creates anything', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const service = await startService({ dataDir, port, until: 'spawned' })
    expect(await service.ended).toBe(1)
    other.close()
    expect(service.output()).toBe(
      `Port ${port} is taken. Set PORT (and SANDBOX_PORT, SANDBOX_SMTP_PORT) to free ones.\n`,
    )
  })
})

async function goesOnAfterKill(baseUrl: string): Promise<void> {
  const [server = ''] = serversIn(dataDir)
  process.kill(Number.parseInt(server, 10), 'SIGKILL')
  // A sign-in reads and writes the database.
  const signIn = () =>
    fetch(`${baseUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'not the password' }),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
  await expect.poll(() => serversIn(dataDir).filter((line) => line !== server).length).toBe(1)
  await expect.poll(async () => (await fetch(`${baseUrl}/health`)).status).toBe(200)
  // Seldom: each attempt counts against the limit of sign-ins.
  await expect.poll(signIn, { interval: 2_000 }).toBe(401)
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(20)
}

/** The lines of the servers that keep their data in this folder. */
function serversIn(folder: string): string[] {
  const list = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  return list.split('\n').filter((line) => line.includes(`-D ${folder}`))
}
