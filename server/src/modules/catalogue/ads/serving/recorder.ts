import { type Conn, sql } from '#platform/db'
import type { Log, Metrics } from '#platform/telemetry'
import type { AuctionSnapshot } from '../auction/snapshot.ts'

export type AuctionRecord = {
  readonly id: string
  /** The company of the viewer. */
  readonly companyId: string
  readonly placement: string
  readonly snapshot: AuctionSnapshot
  readonly createdAt: Date
  /** The campaigns that took part, each once, with its day and the places it won. */
  readonly taking: readonly {
    readonly companyId: string
    readonly campaignId: string
    readonly day: string
    readonly places: number
  }[]
}

/** Writes the records of auctions, many at a time, so that a search never waits for them. A kill loses at most a second of them. */
export type Recorder = {
  add(record: AuctionRecord): void
  flush(): Promise<void>
  close(): Promise<void>
}

const flushMs = 1_000
const flushAt = 500
const waitingMax = 20_000

export function createRecorder(deps: {
  readonly conn: Conn
  readonly log: Log
  readonly metrics: Metrics
}): Recorder {
  const { conn, log } = deps
  const lost = deps.metrics.counter(
    'ads_auction_records_lost_total',
    'Records of auctions that were dropped because the database did not take them in time.',
  )
  let waiting: AuctionRecord[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const records = waiting
    waiting = []
    if (records.length === 0) return
    try {
      await insertRecords(conn, records)
    } catch (error) {
      log.warn(
        { err: error },
        'Records of auctions were not written. They wait for the next attempt.',
      )
      waiting = [...records, ...waiting]
      const excess = waiting.length - waitingMax
      if (excess > 0) {
        waiting = waiting.slice(excess)
        lost.add({}, excess)
      }
      plan()
    }
  }
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const plan = () => {
    timer ??= setTimeout(() => void flush(), flushMs).unref()
  }
  return {
    add: (record) => {
      waiting.push(record)
      if (waiting.length === flushAt) void flush()
      else plan()
    },
    flush,
    close: flush,
  }
}

/** One statement, which counts an auction once however often it runs. The days are in one order, so that two processes cannot wait for each other. */
async function insertRecords(conn: Conn, records: readonly AuctionRecord[]): Promise<void> {
  const auctions = records.map(({ id, companyId, placement, snapshot, createdAt }) => ({
    company_id: companyId,
    id,
    placement,
    snapshot,
    created_at: createdAt,
  }))
  const taking = records.flatMap((record) =>
    record.taking.map(({ companyId, campaignId, day, places }) => ({
      auction_id: record.id,
      company_id: companyId,
      campaign_id: campaignId,
      day,
      places,
    })),
  )
  await sql`
    with added as (
      insert into ads.auctions (company_id, id, placement, snapshot, created_at)
      select company_id, id, placement, snapshot, created_at
      from jsonb_to_recordset(${JSON.stringify(auctions)}::jsonb)
        as a (company_id text, id text, placement text, snapshot jsonb, created_at timestamptz)
      on conflict (id) do nothing
      returning id
    )
    insert into ads.days as d (company_id, campaign_id, day, auctions, places, clicks, charged, marked, spent_minor)
    select company_id, campaign_id, day, count(*), sum(places), 0, 0, 0, 0
    from jsonb_to_recordset(${JSON.stringify(taking)}::jsonb)
      as t (auction_id text, company_id text, campaign_id text, day date, places bigint)
    join added on added.id = t.auction_id
    group by company_id, campaign_id, day
    order by company_id, campaign_id, day
    on conflict (company_id, campaign_id, day) do update
      set auctions = d.auctions + excluded.auctions, places = d.places + excluded.places
  `.execute(conn)
}
