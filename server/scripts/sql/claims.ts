import pg from 'pg'
import { functionOf, type Sent } from './record-statements.ts'
import { until } from './until.ts'

/** The functions that ask a queue for work, each after those that it follows, and of how many texts its statements are. */
const claiming: Readonly<Record<string, number>> = {
  becomeSequencer: 1,
  becomeLinker: 1,
  hasDueSchedule: 1,
  takeDue: 1,
  namesWithWork: 1,
  isDue: 1,
  mayBeDue: 1,
  countUnderWay: 1,
  chooseDue: 1,
  read: 1,
  claim: 1,
  take: 1,
  // The worker looks for events or knows of one, and an event that cannot be recorded is set aside or stops the others.
  claimPlace: 4,
}
const order = Object.keys(claiming)

/** These take the rows. What stands before them only looks. No event is set aside here, so a worker only looks for one. */
const taking = new Set(['claim', 'take', 'claimPlace', 'mayBeDue'])

export function isClaim(sent: Sent): boolean {
  const { name, file } = functionOf(sent)
  return Object.hasOwn(claiming, name) && !file.includes('probe')
}

function isAbout({ text }: Sent, table: string): boolean {
  if (!text.includes(table.slice(table.indexOf('.') + 1))) return false
  return new RegExp(`(?:from|update|into)\\s+${table}\\b`).test(text.replaceAll('"', ''))
}

/** Whoever requests such a document claims it: no worker looks for work here. */
const claimedByRequests = new Set(['invoices.pdfs', 'invoices.purchase_order_pdfs'])

/** The tables of all queues that workers ask for work: they have the columns of a lease. */
export async function listQueueTables(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and 3 = (
         select count(*) from pg_attribute a
         where a.attrelid = c.oid and not a.attisdropped
           and a.attname in ('available_at', 'lease_token', 'deaths'))
       order by 1`,
    )
    return rows.map(({ name }) => name).filter((name) => !claimedByRequests.has(name))
  } finally {
    await client.end()
  }
}

/** Waits until a worker has asked each queue for work, in each way. */
export async function untilClaimed(
  queueTables: readonly string[],
  soFar: () => readonly Sent[],
): Promise<void> {
  const missing = () => missingOf(queueTables, soFar().filter(isClaim))
  await until(
    () => missing().length === 0,
    () => missing().join(', '),
  )
}

function missingOf(queueTables: readonly string[], claims: readonly Sent[]): string[] {
  const taken = claims.filter((sent) => taking.has(functionOf(sent).name))
  const untaken = queueTables.filter((table) => !taken.some((sent) => isAbout(sent, table)))
  const unsent = Object.entries(claiming).filter(([name, texts]) => {
    const sent = claims.filter((claim) => functionOf(claim).name === name)
    return new Set(sent.map(({ text }) => text)).size < texts
  })
  return [...untaken.map((table) => `a claim of ${table}`), ...unsent.map(([name]) => name)]
}

/** Each queue by itself, because workers ask them at the same time. What is about none stands first. */
export function claimsByQueue(
  claims: readonly Sent[],
  queueTables: readonly string[],
): { readonly table: string | undefined; readonly claims: readonly Sent[] }[] {
  const rank = (sent: Sent) => order.indexOf(functionOf(sent).name)
  const sorted = claims.toSorted((a, b) => rank(a) - rank(b) || (a.text < b.text ? -1 : 1))
  return [undefined, ...queueTables].map((table) => ({
    table,
    claims: sorted.filter((sent) => table === queueTables.find((one) => isAbout(sent, one))),
  }))
}
