import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type CopiedRows, copyEach, copyRows, createCopiedRows, sql } from '../index.ts'

const migrations = [
  {
    name: '0001_kinds',
    sql: `create schema kinds;
      create table kinds.kinds (place integer primary key, text text, texts text[], json jsonb, long bigint, real real,
        amount numeric(20, 6), flag boolean, day date, at timestamptz);`,
  },
]

const database = await useDatabase({ migrations, poolMax: 2 })

beforeEach(() => sql`truncate kinds.kinds`.execute(database.pool))

describe('copying rows', () => {
  it('stores values of all kinds unchanged', async () => {
    const all = sql`kinds.kinds (place, text, texts, json, long, real, amount, flag, day, at)`

    const text = 'tab\t, line\n, back\\slash, "quotes", ümläut, 中文, 🛒'
    const json = JSON.stringify({ text, list: [1, null] })
    const rows = createCopiedRows(16)
    rows.row()
    rows.integer(-7)
    rows.text(text)
    rows.texts(['', 'a,b', '{}', '🛒'])
    rows.json(json)
    rows.bigint(Number.MIN_SAFE_INTEGER)
    rows.real(0.25)
    rows.numeric('1234567890.000001')
    rows.flag(true)
    rows.day('1999-12-31')
    rows.instant(new Date('2026-01-02T03:04:05.678Z'))
    rows.row()
    rows.integer(2_147_483_647)
    rows.text(undefined)
    rows.texts([])
    rows.json(undefined)
    rows.bigint(Number.MAX_SAFE_INTEGER)
    rows.real(3)
    rows.numeric('0')
    rows.flag(false)
    rows.day('2026-11-21')
    rows.empty()

    await database.transaction((tx) => copyRows(tx, all, rows))

    const { rows: found } = await sql`select * from kinds.kinds order by place`.execute(
      database.pool,
    )
    expect(found).toEqual([
      {
        place: -7,
        text,
        texts: ['', 'a,b', '{}', '🛒'],
        json: JSON.parse(json),
        long: Number.MIN_SAFE_INTEGER,
        real: 0.25,
        amount: '1234567890.000001',
        flag: true,
        day: '1999-12-31',
        at: new Date('2026-01-02T03:04:05.678Z'),
      },
      {
        place: 2_147_483_647,
        text: null,
        texts: [],
        json: null,
        long: Number.MAX_SAFE_INTEGER,
        real: 3,
        amount: '0.000000',
        flag: false,
        day: '2026-11-21',
        at: null,
      },
    ])
  })

  it.each([
    '0',
    '0.01',
    '1',
    '9999',
    '10000',
    '10000.0001',
    '99999999999999.999999',
    '12.5',
    '0.000001',
    '100.10',
  ])('stores the amount %s', async (amount) => {
    const rows = createCopiedRows()
    rows.row()
    rows.integer(1)
    rows.numeric(amount)
    await database.transaction((tx) => copyRows(tx, sql`kinds.kinds (place, amount)`, rows))
    const { rows: found } = await sql<{ same: boolean }>`
      select amount = ${amount}::numeric(20, 6) as same from kinds.kinds
    `.execute(database.pool)
    expect(found).toEqual([{ same: true }])
  })

  it('adds all rows or none, and leaves the connection usable', async () => {
    const failing = database.transaction(async (tx) => {
      const rows = createCopiedRows()
      for (let place = 0; place <= 20_000; place += 1) {
        rows.row()
        rows.integer(place % 20_000)
        rows.text(`row ${place}`)
      }
      await copyRows(tx, sql`kinds.kinds (place, text)`, rows)
    })
    await expect(failing).rejects.toMatchObject({ constraint: 'kinds_pkey' })
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from kinds.kinds
    `.execute(database.pool)
    expect(rows).toEqual([{ count: 0 }])
  })

  it('reports the error of a statement, and the next caller gets an answer', async () => {
    for (let times = 0; times < 3; times += 1) {
      const rows = createCopiedRows()
      for (let place = 0; place < 20_000; place += 1) {
        rows.row()
        rows.integer(place)
      }
      const failing = database.transaction((tx) => copyRows(tx, sql`kinds.missing (place)`, rows))
      await expect(failing).rejects.toMatchObject({ code: '42P01' })
    }
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => sql<{ n: number }>`select ${n}::integer as n`.execute(database.pool)),
    )
    expect(answers.map(({ rows }) => rows)).toEqual([
      [{ n: 1 }],
      [{ n: 2 }],
      [{ n: 3 }],
      [{ n: 4 }],
    ])
  })

  it('sends nothing without rows', async () => {
    await database.transaction((tx) => copyRows(tx, sql`kinds.missing (place)`, createCopiedRows()))
  })
})

describe('copying many rows from a generator', () => {
  const target = sql`kinds.kinds (place, text)`
  const places = (count: number) => Array.from({ length: count }, (_, place) => place)
  const long = 'a text that goes on, '.repeat(20)
  const write = (rows: CopiedRows, place: number) => {
    rows.row()
    rows.integer(place)
    rows.text(`${place}, ${long}`)
  }
  const counted = async () => {
    const { rows } = await sql<{ count: number; right: number }>`
      select count(*) as count, count(*) filter (where text = place || ', ' || ${long}) as right from kinds.kinds
    `.execute(database.pool)
    return rows[0]
  }

  it('sends them in pieces and lets others run in between', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    await database.transaction((tx) => copyEach(tx, target, places(20_000), write))
    clearInterval(timer)
    expect(await counted()).toEqual({ count: 20_000, right: 20_000 })
    expect(turns).toBeGreaterThan(0)
  })

  it('makes no more rows than the connection takes', async () => {
    let made = 0
    const failing = database.transaction((tx) =>
      copyEach(tx, target, places(200_000), (rows, place) => {
        made += 1
        write(rows, place % 100)
      }),
    )
    await expect(failing).rejects.toMatchObject({ constraint: 'kinds_pkey' })
    expect(made).toBeLessThan(200_000)
    expect(await counted()).toEqual({ count: 0, right: 0 })
  })

  it('rolls all back when one cannot be written, and leaves the connection usable', async () => {
    for (let times = 0; times < 3; times += 1) {
      const failing = database.transaction((tx) =>
        copyEach(tx, target, places(5_000), (rows, place) => {
          if (place === 4_000) throw new Error('this one is no row')
          write(rows, place)
        }),
      )
      await expect(failing).rejects.toThrow('this one is no row')
    }
    expect(await counted()).toEqual({ count: 0, right: 0 })
  })

  it('sends nothing without rows', async () => {
    await database.transaction((tx) => copyEach(tx, sql`kinds.missing (place)`, [], write))
  })
})
