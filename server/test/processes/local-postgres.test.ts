import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, sql, stopLocalPostgres } from '#platform/db'

let dataDir: string
const owners: Owner[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'local-postgres-'))
})
afterEach(async () => {
  await Promise.all(owners.splice(0).map(end))
  expect(await serversOf(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true })
})

describe('the local PostgreSQL', () => {
  it('starts in an empty folder, keeps its data, and leaves nothing running', async () => {
    const first = await startOwner()
    await ask(first.url, 'create table kept (id int)')
    await ask(first.url, 'insert into kept values (1)')
    await end(first)
    expect(await serversOf(dataDir)).toEqual([])

    const second = await startOwner()
    expect(await ask(second.url, 'select * from kept')).toEqual([{ id: 1 }])
    expect(await ask(second.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await ask(second.url, "select lower('É') as lower")).toEqual([{ lower: 'é' }])
  })

  it('listens on a socket that only its user can reach', async () => {
    const { url } = await startOwner()
    const folder = new URL(url ?? '').searchParams.get('host') ?? ''
    expect(folder).toBe(join(dataDir, 'postgres'))
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await ask(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  })

  it.runIf(process.platform === 'linux')(
    'allocates no memory again for repeated statements',
    async () => {
      const { url = '' } = await startOwner()
      const database = openDatabase({ url, poolMax: 1, statementTimeoutMs: 20_000 })
      try {
        const ask = async (text: string) => (await sql.raw(text).execute(database.pool)).rows
        const [{ pid }] = (await ask('select pg_backend_pid() as pid')) as [{ pid: number }]
        const parts = Array.from({ length: 30 }, (_, at) => `part_${at}`)
        const rows = `select count(*) as n from json_to_recordset('[{"a":1}]') as r(a int)`
        await ask(
          `prepare wide as with ${parts.map((part) => `${part} as materialized (${rows})`).join()}
           select ${parts.map((part) => `(select n from ${part})`).join('+')}`,
        )
        for (let warm = 0; warm < 10; warm += 1) await ask('execute wide')
        const before = await pageFaults(pid)
        for (let round = 0; round < 20; round += 1) await ask('execute wide')
        // Some 150 pages a statement when the memory of the one before was given back, and none when it was not.
        expect((await pageFaults(pid)) - before).toBeLessThan(1_000)
      } finally {
        await database.close()
      }
    },
  )

  it('is taken over from a killed process, and stopped by its new owner', async () => {
    const killed = await startOwner()
    await ask(killed.url, 'create table kept (id int)')
    const before = await serversOf(dataDir)
    await kill(killed)
    expect(await serversOf(dataDir)).toEqual(before)

    const next = await startOwner()
    expect(await serversOf(dataDir)).toEqual(before)
    expect(await ask(next.url, 'select * from kept')).toEqual([])
  })

  it.each(['socket', 'address'])(
    'is started again at the same %s when it is killed, also after it was taken over',
    async (transport) => {
      const started = await startOwner(dataDir, transport)
      await ask(started.url, 'create table kept (id int)')
      await killServer()
      expect(await askPatiently(started.url, 'select * from kept')).toEqual([])
      await kill(started)

      const adopting = await startOwner(dataDir, transport)
      await ask(adopting.url, 'insert into kept values (1)')
      for (const _again of [1, 2]) {
        await killServer()
        expect(await askPatiently(adopting.url, 'select * from kept')).toEqual([{ id: 1 }])
      }
      // The owner takes its lock a moment after the server answers again.
      const locks = "select 1 from pg_locks where locktype = 'advisory' and granted"
      await expect.poll(() => ask(adopting.url, locks)).toHaveLength(1)
      expect(await startOwner(dataDir, transport), 'it has its owner again').toMatchObject({
        error: 'LocalPostgresInUse',
      })
    },
  )

  it.runIf(process.platform === 'linux')(
    'is started again without waiting for a statement of the killed server',
    async () => {
      const { url } = await startOwner()
      const endless = 'select count(*) from generate_series(1, 9000000000) n'
      const outcome = ask(url, endless, 600_000).then(
        () => 'answered',
        () => 'ended',
      )
      const isWorking =
        "select 1 from pg_stat_activity where query like 'select count(*) from gen%'"
      await expect.poll(() => ask(url, isWorking)).toHaveLength(1)
      await killServer()
      expect(await askPatiently(url, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(await outcome).toBe('ended')
    },
  )

  it('is started again in its short socket folder, and stays stopped after a stop', async () => {
    const deep = join(dataDir, 'a-long-name-of-a-folder'.repeat(6))
    await mkdir(deep)
    await chmod(dataDir, 0o755)
    const owner = await startOwner(deep)
    const folder = new URL(owner.url ?? '').searchParams.get('host') ?? ''
    expect(folder).toContain('purveyor-socket-')
    await killServer()
    expect(await askPatiently(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await killServer()
    await end(owner)
    expect(await serversOf(dataDir)).toEqual([])
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('can be stopped by anybody after its owner was killed', async () => {
    await kill(await startOwner())
    await stopLocalPostgres(dataDir)
    expect(await serversOf(dataDir)).toEqual([])
    await stopLocalPostgres(dataDir)
  })

  it('is not taken over from a live process', async () => {
    const first = await startOwner()
    const second = await startOwner()
    expect(second).toMatchObject({ error: 'LocalPostgresInUse' })
    expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('has one owner when two start at once in an empty folder', async () => {
    const both = await Promise.all([startOwner(), startOwner()])
    expect(both.map(({ error }) => error).sort()).toEqual(['LocalPostgresInUse', undefined])
    const winner = both.find(({ url }) => url)
    expect(await ask(winner?.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readdir(join(dataDir, 'postgres'))).not.toContainEqual(
      expect.stringMatching(/^cluster\./),
    )
  })

  it('is awaited until it has recorded its address', async () => {
    await startOwner()
    const notes = join(dataDir, 'postgres/cluster/postmaster.pid')
    const whole = await readFile(notes, 'utf8')
    await writeFile(notes, `${whole.split('\n').slice(0, 4).join('\n')}\n`)
    const second = startOwner()
    await sleep(1_000)
    await writeFile(notes, whole)

    expect(await second).toMatchObject({ error: 'LocalPostgresInUse' })
  })

  it('recovers when it was killed together with its owner during work', async () => {
    const killed = await startOwner()
    await ask(killed.url, 'create table kept (id int)')
    // A process of the server that is busy keeps the data folder's memory for a while after the others.
    const busy = ask(killed.url, 'select sum(n) from generate_series(1, 3000000) n').catch(() => [])
    await sleep(100)
    await Promise.all([kill(killed), killServer()])

    const next = await startOwner()
    expect(await ask(next.url, 'select * from kept')).toEqual([])
    await busy
  })

  it('starts when its recorded process id belongs to another program', async () => {
    await kill(await startOwner())
    await killServer()
    const notes = join(dataDir, 'postgres/cluster/postmaster.pid')
    await expect.poll(() => serversOf(dataDir)).toEqual([])
    const lines = (await readFile(notes, 'utf8')).split('\n')
    await writeFile(notes, [String(process.pid), ...lines.slice(1)].join('\n'))

    expect(await startOwner()).toMatchObject({ url: expect.any(String) })
  })

  it('starts after its very first start was killed', async () => {
    const child = spawnOwner()
    await expect.poll(() => readdir(join(dataDir, 'postgres')).catch(() => [])).not.toEqual([])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await startOwner()).toMatchObject({ url: expect.any(String) })
  })

  it('puts its socket elsewhere when the path of its folder is too long', async () => {
    const deep = join(
      dataDir,
      'a-long-name-of-a-folder'.repeat(3),
      'and-a-long-name-below'.repeat(3),
    )
    await mkdir(deep, { recursive: true })
    await chmod(dataDir, 0o755)
    const owner = await startOwner(deep)
    const folder = new URL(owner.url ?? '').searchParams.get('host') ?? ''
    expect(folder).toContain('purveyor-socket-')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await end(owner)
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('listens on an address with a password where sockets do not exist', async () => {
    const { url = '' } = await startOwner(dataDir, 'address')
    expect(await ask(url, 'show unix_socket_directories')).toEqual([
      { unix_socket_directories: '' },
    ])
    const without = new URL(url)
    without.password = 'guessed'
    await expect(ask(without.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  it.skipIf(process.getuid?.() !== 0)('runs for root from a folder closed to others', async () => {
    const closed = join(dataDir, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const first = await startOwner(closed)
    await ask(first.url, 'create table kept (id int)')
    await end(first)
    const second = await startOwner(closed)
    expect(await ask(second.url, 'select * from kept')).toEqual([])
    await end(second)
    const place = (await readFile(join(closed, 'postgres.location'), 'utf8')).trim()
    expect(dirname(place)).toBe('/var/lib/purveyor')
    await rm(place, { recursive: true })
  })
})

async function startOwner(folder = dataDir, transport = 'socket'): Promise<Owner> {
  const child = spawnOwner(folder, transport)
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const [line] = (await once(lines, 'line')) as [string]
  const owner = { process: child, ...(JSON.parse(line) as { url?: string; error?: string }) }
  owners.push(owner)
  return owner
}

function spawnOwner(folder = dataDir, transport = 'socket'): ChildProcess {
  const script = join(import.meta.dirname, 'own-postgres.ts')
  return spawn(process.execPath, [script, folder, transport], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function end({ process: child }: Owner): Promise<void> {
  await finish(child, 'SIGTERM')
}

async function kill({ process: child }: Owner): Promise<void> {
  await finish(child, 'SIGKILL')
}

/** `kill -9` of the server: its processes for each connection end by themselves. */
async function killServer(): Promise<void> {
  for (const pid of await serversOf(dataDir)) process.kill(pid, 'SIGKILL')
}

async function askPatiently(url: string | undefined, text: string): Promise<unknown> {
  let rows: unknown
  await expect
    .poll(async () => {
      rows = await ask(url, text).catch(() => undefined)
      return rows
    })
    .toBeDefined()
  return rows
}

async function finish(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

async function ask(
  url: string | undefined,
  text: string,
  statementTimeoutMs = 10_000,
): Promise<unknown[]> {
  const database = openDatabase({ url: url ?? '', poolMax: 1, statementTimeoutMs })
  try {
    const { rows } = await sql.raw(text).execute(database.pool)
    return rows
  } finally {
    await database.close()
  }
}

/** The servers whose data lies below a folder: not their processes for each connection. */
async function serversOf(folder: string): Promise<number[]> {
  const list = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  return list
    .split('\n')
    .filter((line) => line.includes(`-D ${folder}`) && line.includes('/postgres '))
    .map((line) => Number.parseInt(line, 10))
}

/** Pages that a process was given so far without reading a disk. */
async function pageFaults(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[7])
}

type Owner = { process: ChildProcess; url?: string; error?: string }
