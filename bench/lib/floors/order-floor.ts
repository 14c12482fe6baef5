import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { newId } from '../../../server/src/kernel/id.ts'
import { round } from '../measuring/measure.ts'
import { spentEach } from '../measuring/spent.ts'
import { type ClientsRun, runClients } from '../run-clients.ts'
import type { CommerceStage } from '../stages/commerce-stage.ts'

/** The rows that one order has written, as statements that write them again with other ids. */
export type OrderRows = {
  readonly inserts: readonly Insert[]
  readonly companyId: string
  readonly productId: string
  readonly totalMinor: string
}
type Insert = {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | null)[]
}

const ofAttempt = `select id from checkout.attempts where company_id = $1 and order_id = $2`
const ofPayment = `select payment_id from orders.orders where company_id = $1 and id = $2`
const all = `(select $2 union ${ofAttempt} union ${ofPayment})`
/** The tables in which a purchase writes rows, and the condition for its own rows. */
const left: readonly (readonly [table: string, which: string])[] = [
  ['platform.idempotency', `result_id in ${all}`],
  ['checkout.attempts', `order_id = $2`],
  ['payments.payments', `order_id = $2`],
  ['payments.ledger', `payment_id in (${ofPayment})`],
  ['payments.credit_entries', `payment_id in (${ofPayment})`],
  ['orders.orders', `id = $2`],
  ['orders.lines', `order_id = $2`],
  ['orders.timeline', `order_id = $2`],
  ['platform.events', `entity_id in ${all}`],
  ['platform.audit_entries', `target_id in ${all}`],
]

/** Reads the rows that an order of the product has written. */
export async function rowsOf(sql: pg.Pool, companyId: string, orderId: string): Promise<OrderRows> {
  const inserts: Insert[] = []
  for (const [table, which] of left) {
    const columns = await columnsOf(sql, table)
    const list = columns.map(({ name }) => `"${name}"`).join(', ')
    const asText = columns.map(({ name }) => `"${name}"::text`).join(', ')
    const { rows } = await sql.query<(string | null)[]>({
      text: `select ${asText} from ${table} where company_id = $1 and ${which.replaceAll('$2', '$2::text')}`,
      values: which.includes('$2') ? [companyId, orderId] : [companyId],
      rowMode: 'array',
    })
    if (rows.length === 0) continue
    const places = rows.map(
      (_, row) =>
        `(${columns.map(({ type }, at) => `$${row * columns.length + at + 1}::${type}`)})`,
    )
    const text = `insert into ${table} (${list}) values ${places.join(', ')}`
    inserts.push({ name: table, text, values: rows.flat() })
  }
  const { rows } = await sql.query<{ product_id: string; total_minor: string }>(
    `select product_id, o.total_minor from orders.lines l join orders.orders o on o.company_id = l.company_id and o.id = l.order_id
     where l.company_id = $1 and o.id = $2`,
    [companyId, orderId],
  )
  const [line] = rows
  if (!line) throw new Error(`order ${orderId} has no line`)
  return { inserts, companyId, productId: line.product_id, totalMinor: line.total_minor }
}

/** The columns without generated values. */
async function columnsOf(sql: pg.Pool, table: string) {
  const { rows } = await sql.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
       and coalesce(pg_get_expr(d.adbin, d.adrelid), '') not like 'nextval%'
     order by attnum`,
    [table],
  )
  return rows
}

export type OrderFloor = ClientsRun & {
  /** Per order: the processor time of PostgreSQL, and of the client that sends the statements. */
  readonly each: Omit<ReturnType<typeof spentEach>, 'serviceCpuMs'> & {
    readonly clientCpuMs: number
  }
}

/**
 * The floor of a placed order: the same rows into the same tables, stock and credit by two updates, in one
 * transaction of prepared statements by `pg`. It checks, reads and answers nothing.
 */
export async function orderFloor(
  { url, productIds, spending }: Pick<CommerceStage, 'url' | 'productIds' | 'spending'>,
  templates: readonly OrderRows[],
  seconds: number,
): Promise<OrderFloor> {
  const clients = await Promise.all(
    templates.map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const rounds = clients.map((client, at) => async () => {
    const template = templates[at]
    const productId = productIds[Math.floor(Math.random() * productIds.length)] ?? ''
    if (template) await place(client, template, productId)
  })
  try {
    await runClients(rounds, 1)
    const before = await spending.now()
    const cpu = process.cpuUsage()
    const run = await runClients(rounds, seconds)
    const { user, system } = process.cpuUsage(cpu)
    const { serviceCpuMs: _, ...each } = spentEach(before, await spending.now(), run.rounds)
    const clientCpuMs = round((user + system) / 1_000 / run.rounds)
    return { ...run, each: { ...each, clientCpuMs } }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function place(client: pg.Client, template: OrderRows, productId: string): Promise<void> {
  const renamed = renaming()
  await client.query('begin')
  await client.query({
    name: 'stock',
    text: `update products.stock set on_hand = on_hand - 1000, committed = committed + 1000, updated_at = now()
           where product_id = $1 and on_hand >= 1000`,
    values: [productId],
  })
  await client.query({
    name: 'credit',
    text: `update payments.credit_accounts set used_minor = used_minor + $2
           where company_id = $1 and currency = 'EUR' and used_minor + $2 <= limit_minor`,
    values: [template.companyId, template.totalMinor],
  })
  for (const { name, text, values } of template.inserts) {
    await client.query({ name, text, values: values.map(renamed) })
  }
  await client.query('commit')
}

const anId = /\b(chk|pay|ord|evt|aud)_[0-9a-z]{26}\b/g
const aNumber = /\bPO-[0-9]{4}-[0-9]{6,}\b/g
/** Above those that the service has given. */
let lastNumber = 1_000_000
const aUuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Replaces each id, and the number of the order, by the same new one everywhere. */
function renaming() {
  const names = new Map<string, string>()
  const now = new Date()
  return (value: string | null) => {
    if (value === null) return null
    if (aUuid.test(value)) return randomUUID()
    const known = (old: string, next: () => string) => {
      const name = names.get(old) ?? next()
      names.set(old, name)
      return name
    }
    return value
      .replace(anId, (id, prefix: 'ord') => known(id, () => newId(prefix, now)))
      .replace(aNumber, (number) => known(number, () => `PO-2026-${++lastNumber}`))
  }
}
