import type pg from 'pg'

/** Copies of one order of the past, and of one event, as years of use leave them behind. */
export type History = { readonly orders: number; readonly events: number }

/** The orders were placed over the last 90 days, and every subscription has recorded the events. */
const past = `now() - random() * interval '90 days'`

type Copy = {
  readonly table: string
  /** The column that names the copied order. */
  readonly ofOrder: string
  /** What differs in the copy with the number `n`, by column, in SQL. */
  readonly changes: Readonly<Record<string, string>>
}

const renamed = (...columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      `left(t.${column}, length(t.${column}) - 8) || lpad(to_hex(n), 8, '0')`,
    ]),
  )

const copies: readonly Copy[] = [
  {
    table: 'orders.orders',
    ofOrder: 'id',
    changes: {
      ...renamed('id', 'checkout_id', 'payment_id'),
      number: `'PO-2020-' || lpad(n::text, 9, '0')`,
      state: `'DELIVERED'`,
      payment_state: `'PAID'`,
      placed_at: past,
      delivered_at: `now() - interval '60 days'`,
    },
  },
  { table: 'orders.lines', ofOrder: 'order_id', changes: renamed('order_id') },
  { table: 'orders.timeline', ofOrder: 'order_id', changes: renamed('order_id') },
  {
    table: 'checkout.attempts',
    ofOrder: 'order_id',
    changes: { ...renamed('id', 'order_id', 'payment_id'), ended_at: past },
  },
  {
    table: 'payments.payments',
    ofOrder: 'order_id',
    changes: {
      ...renamed('id', 'order_id', 'checkout_id'),
      state: `'SUCCEEDED'`,
      authorized_minor: 't.amount_minor',
      captured_minor: 't.amount_minor',
      available_at: 'null',
      created_at: past,
    },
  },
]

const event: Copy = {
  table: 'platform.events',
  ofOrder: 'entity_id',
  changes: {
    ...renamed('id'),
    arrival: '1000000 + n',
    position: '(select last_position from platform.sequencer) + n',
    sequence: '1000000 + n',
    occurred_at: past,
  },
}

/** Makes copies until there are so many. `orderId`: the order that is copied. */
export async function enlargeHistory(
  sql: pg.Pool,
  orderId: string,
  from: History,
  to: History,
): Promise<void> {
  const client = await sql.connect()
  try {
    // Copies refer to the company and the product of the original, so no key needs to be checked again.
    await client.query(`set session_replication_role = 'replica'; set synchronous_commit = off`)
    for (const copy of copies) await insert(client, copy, orderId, from.orders, to.orders)
    await insert(client, event, orderId, from.events, to.events)
    await client.query(
      'update platform.sequencer set last_position = (select max(position) from platform.events)',
    )
    await client.query(
      'update platform.subscriptions set position = (select last_position from platform.sequencer)',
    )
  } finally {
    await client.query('reset all').catch(() => undefined)
    client.release()
  }
  // As autovacuum does within minutes.
  for (const { table } of [...copies, event]) await sql.query(`vacuum analyze ${table}`)
}

async function insert(
  client: pg.PoolClient,
  { table, ofOrder, changes }: Copy,
  orderId: string,
  from: number,
  to: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
     order by attnum`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => changes[name] ?? `t.${name}`)
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${values.join(', ')}
     from (select * from ${table} where ${ofOrder} = $3 limit 1) as t, generate_series($1::bigint, $2) as n`,
    [from + 1, to, orderId],
  )
}
