import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import {
  afterCommit,
  assertOutsideTransaction,
  type Gathering,
  openDatabase,
  sql,
  writeBeforeCommit,
} from './index.ts'

const migrations = [
  {
    name: '0001_notes',
    sql: `create schema notes;
      create table notes.notes (id text primary key, text text not null);`,
  },
]
const lostConnections: Error[] = []
const onPoolError = (error: Error) => lostConnections.push(error)
const database = await useDatabase({ migrations, poolMax: 3, onPoolError })

beforeEach(() => sql`truncate notes.notes`.execute(database.pool))

describe('a transaction', () => {
  it('commits what its work wrote', async () => {
    const answer = await database.transaction(async (tx) => {
      await sql`insert into notes.notes values ('a', 'kept')`.execute(tx)
      return 'done'
    })
    expect(answer).toBe('done')
    expect(await countNotes()).toBe(1)
  })

  it('rolls back when its work throws', async () => {
    const failing = database.transaction(async (tx) => {
      await sql`insert into notes.notes values ('a', 'lost')`.execute(tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await countNotes()).toBe(0)
  })

  it('throws when PostgreSQL rolled back after an error that the work swallowed', async () => {
    const swallowing = database.transaction(async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow()
  })

  it('refuses a query of the pool inside it, in any function', async () => {
    const escaping = database.transaction(async () => {
      await countNotes()
    })
    await expect(escaping).rejects.toThrow('Pooled query inside a transaction')
  })

  it('does not nest', async () => {
    const nesting = database.transaction(() => database.transaction(async () => undefined))
    await expect(nesting).rejects.toThrow('A transaction inside a transaction')
  })

  it('refuses a query that outlives it', async () => {
    let late: Promise<unknown> | undefined
    await database.transaction(async (tx) => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => sql`select 1`.execute(tx))
      late.catch(() => undefined)
    })
    await expect(late).rejects.toThrow('Query on a finished transaction')
  })

  it('stays refused after a refusal, and the next one is allowed', async () => {
    const calling = database.transaction(async () => assertOutsideTransaction('A network call'))
    await expect(calling).rejects.toThrow('A network call inside a transaction')
    assertOutsideTransaction('A network call')
  })

  it('leaves the pool usable for work that started inside it and continues after it', async () => {
    let goesOn: Promise<number> | undefined
    await database.transaction(async () => {
      goesOn = new Promise((resolve) => setTimeout(resolve, 20)).then(countNotes)
    })
    expect(await goesOn).toBe(0)
  })
})

describe('a transaction whose first statement fails', () => {
  const refused = () => sql`insert into notes.notes values ('a', null)`

  it('is rolled back, and leaves its connection usable', async () => {
    const single = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 5_000 })
    try {
      for (const _again of [1, 2]) {
        const failing = single.transaction((tx) => refused().execute(tx))
        await expect(failing).rejects.toMatchObject({ code: '23502' })
      }
      await single.transaction((tx) => sql`insert into notes.notes values ('a', 'x')`.execute(tx))
      expect(await countNotes()).toBe(1)
    } finally {
      await single.close()
    }
  })

  it('stops there, also when its work swallows the error', async () => {
    const goingOn = database.transaction(async (tx) => {
      await refused()
        .execute(tx)
        .catch(() => undefined)
      await sql`insert into notes.notes values ('b', 'escaped')`.execute(tx)
    })
    await expect(goingOn).rejects.toThrow('can only be rolled back')
    expect(await countNotes()).toBe(0)
  })
})

describe('rows that are written right before the commit', () => {
  const notes: Gathering<string> = {
    writes: (ids) => [
      {
        name: 'noted',
        statement: sql`insert into notes.notes select id, nullif(id, 'bad') from unnest(${[...ids]}::text[]) as id`,
      },
    ],
  }
  const removals: Gathering<string> = {
    writes: (ids) => [
      {
        name: 'removed',
        rows: ids.length,
        statement: sql`delete from notes.notes where id = any(${[...ids]}::text[])`,
      },
    ],
  }

  it('are committed with everything before them', async () => {
    await database.transaction(async (tx) => {
      writeBeforeCommit(tx, notes, ['a'])
      await sql`insert into notes.notes values ('b', 'x')`.execute(tx)
      writeBeforeCommit(tx, notes, ['c'])
    })
    expect(await countNotes()).toBe(3)
  })

  it('may be all that a transaction writes', async () => {
    await database.transaction(async (tx) => writeBeforeCommit(tx, notes, ['a']))
    expect(await countNotes()).toBe(1)
  })

  it('of several kinds are one statement, which writes nothing when one kind writes too many or too few rows', async () => {
    await database.transaction(async (tx) => writeBeforeCommit(tx, notes, ['a', 'b']))
    const moving = (gone: readonly string[]) =>
      database.transaction(async (tx) => {
        writeBeforeCommit(tx, notes, ['c'])
        writeBeforeCommit(tx, removals, gone)
      })

    await expect(moving(['a', 'missing'])).rejects.toMatchObject({ code: '22012' })
    expect(await countNotes()).toBe(2)
    await moving(['a', 'b'])
    expect(await countNotes()).toBe(1)
  })

  it('roll everything back when they are refused, and run no hint', async () => {
    let ran = false
    const failing = database.transaction(async (tx) => {
      await sql`insert into notes.notes values ('b', 'x')`.execute(tx)
      afterCommit(tx, () => {
        ran = true
      })
      writeBeforeCommit(tx, notes, ['a', 'bad'])
    })
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    expect([await countNotes(), ran]).toEqual([0, false])
  })
})

describe('a hint after the commit', () => {
  it('runs when others can see the rows', async () => {
    let seen: Promise<number> | undefined
    await database.transaction(async (tx) => {
      await sql`insert into notes.notes values ('a', 'x')`.execute(tx)
      afterCommit(tx, () => {
        seen = countNotes()
      })
      expect(seen).toBeUndefined()
    })
    expect(await seen).toBe(1)
  })

  it('does not run after a rollback', async () => {
    let ran = false
    const failing = database.transaction(async (tx) => {
      afterCommit(tx, () => {
        ran = true
      })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(ran).toBe(false)
  })

  it('fails nobody: the commit stands, and the other hints run', async () => {
    let ran = false
    await database.transaction(async (tx) => {
      afterCommit(tx, () => {
        throw new Error('a broken hint')
      })
      afterCommit(tx, () => {
        ran = true
      })
    })
    expect(ran).toBe(true)
    expect(lostConnections.map(({ message }) => message)).toContain('a broken hint')
  })
})

describe('values', () => {
  it('arrive without loss', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select 9007199254740991::int8 as big, count(*) as counted, 1.500000::numeric(20,6) as price,
             '2026-01-02'::date as day, array['2026-01-02'::date] as days, array[1.25::numeric] as prices,
             array[7::int8] as numbers, '2026-01-02T03:04:05Z'::timestamptz as at, '{"a":[1]}'::jsonb as document
    `.execute(database.pool)
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        counted: 1,
        price: '1.500000',
        day: '2026-01-02',
        days: ['2026-01-02'],
        prices: ['1.25'],
        numbers: [7],
        at: new Date('2026-01-02T03:04:05Z'),
        document: { a: [1] },
      },
    ])
  })

  it('are refused when a number would round them', async () => {
    const reading = sql`select 9007199254740993::int8`.execute(database.pool)
    await expect(reading).rejects.toThrow('does not fit a safe integer')
  })
})

describe('statements', () => {
  it('are prepared once per connection, under a name made of their text', async () => {
    const asked = await database.transaction(async (tx) => {
      for (const id of ['a', 'b', 'c']) {
        await sql`select text from notes.notes where id = ${id}`.execute(tx)
      }
      return sql<{ uses: number }>`
        select generic_plans + custom_plans as uses from pg_prepared_statements
        where statement = 'select text from notes.notes where id = $1'
      `.execute(tx)
    })
    expect(asked.rows).toEqual([{ uses: 3 }])
  })

  it('run without JIT compilation and sort in memory', async () => {
    const { rows } = await sql`
      select current_setting('jit') as jit, current_setting('work_mem') as memory`.execute(
      database.pool,
    )
    expect(rows).toEqual([{ jit: 'off', memory: '16MB' }])
  })

  it('with batches of changing length are not prepared', async () => {
    const ids = Array.from({ length: 65 }, (_, index) => `id${index}`)
    const { rows } = await database.transaction(async (tx) => {
      await sql`select 1 from notes.notes where id in (${sql.join(ids)})`.execute(tx)
      return sql<{ count: number }>`
        select count(*) as count from pg_prepared_statements where statement like 'select 1 from notes.notes%'
      `.execute(tx)
    })
    expect(rows).toEqual([{ count: 0 }])
  })

  it('survive a change of the table behind their plan', async () => {
    const single = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 5_000 })
    const read = () => sql`select * from notes.notes`.execute(single.pool)
    try {
      await read()
      await sql`alter table notes.notes add column colour text`.execute(database.pool)
      expect((await read()).rows).toEqual([])
      expect((await read()).rows).toEqual([])
    } finally {
      await single.close()
    }
  })

  it('describe their rows again when the columns changed', async () => {
    const single = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 5_000 })
    const read = () => sql`select * from notes.kinds`.execute(single.pool)
    try {
      await sql`create table notes.kinds as select 7 as kind, 'x' as text`.execute(database.pool)
      expect([(await read()).rows, (await read()).rows]).toEqual([
        [{ kind: 7, text: 'x' }],
        [{ kind: 7, text: 'x' }],
      ])
      await sql`alter table notes.kinds rename column text to words`.execute(database.pool)
      await sql`alter table notes.kinds alter column kind type text`.execute(database.pool)
      expect((await read()).rows).toEqual([{ kind: '7', words: 'x' }])
      expect((await read()).rows).toEqual([{ kind: '7', words: 'x' }])
    } finally {
      await single.close()
    }
  })

  it('are cancelled at the time limit', async () => {
    const hasty = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 300 })
    try {
      const slow = sql`select pg_sleep(60)`.execute(hasty.pool)
      await expect(slow).rejects.toMatchObject({ code: '57014' })
      const { rows } = await sql`select 1 as one`.execute(hasty.pool)
      expect(rows).toEqual([{ one: 1 }])
    } finally {
      await hasty.close()
    }
  })
})

describe('a lost connection', () => {
  it('fails the transaction that used it, and nothing else', async () => {
    const robbed = database.transaction(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 20))
      await sql`select 1`.execute(tx)
    })
    await expect(robbed).rejects.toThrow()
    expect(await countNotes()).toBe(0)
  })

  it('is replaced when it was idle', async () => {
    const before = lostConnections.length
    const killer = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 5_000 })
    await countNotes()
    const { rows: ended } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    `.execute(killer.pool)
    await killer.close()
    expect(ended.length).toBeGreaterThan(0)
    // Checks each connection: the next query could get one whose loss was not noticed yet.
    await expect.poll(() => lostConnections.length).toBe(before + ended.length)
    expect(await countNotes()).toBe(0)
  })
})

describe('a ping', () => {
  it('answers while the pool is busy', async () => {
    const mayEnd = Promise.withResolvers<void>()
    const holding = [1, 2, 3].map(() => database.transaction(() => mayEnd.promise))
    await expect.poll(() => database.load()).toMatchObject({ busy: 3 })
    // Several attempts, because a busy machine may take longer than a ping waits.
    await expect.poll(() => answered(database.ping())).toBe(true)
    mayEnd.resolve()
    await Promise.all(holding)
  })

  it('fails within a second when PostgreSQL is away, and so does a query soon after', async () => {
    const away = openDatabase({
      url: 'postgresql://nobody@127.0.0.1:1/none',
      poolMax: 1,
      statementTimeoutMs: 1_000,
    })
    await expect(away.ping()).rejects.toThrow()
    await expect(sql`select 1`.execute(away.pool)).rejects.toThrow()
    await away.close()
  })
})

const answered = (asked: Promise<void>) =>
  asked.then(
    () => true,
    () => false,
  )

async function countNotes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from notes.notes`.execute(
    database.pool,
  )
  return rows[0]?.count ?? -1
}
