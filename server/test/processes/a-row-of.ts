import { newId } from '#kernel/id'
import { type Database, sql } from '#platform/db'
import type { Queue } from '#platform/leases'

type Column = { readonly name: string; readonly type: string }

/** What a constraint of the table wants of a row that waits. Every other column gets the simplest value of its type. */
const wanted: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'approvals.requests': { currency: 'EUR', content_hash: '0'.repeat(64), steps: '[]', step: 0 },
  'checkout.attempts': { state: 'PAYMENT_INITIATED_CART_RECONCILING', payment_id: 'pay_1' },
  'images.pictures': { source_url: 'https://pictures.example/1.png', wanted_by: 'IMPORT' },
  'incidents.deliveries': { severity: 'info', status: 'firing', summary: 'A test.' },
  'invoices.pdfs': { rendering: 'original' },
  'orders.credits': { kind: 'RETURN', currency: 'EUR' },
  'payments.payments': {
    ...{ method: 'card', capture_method: 'automatic', currency: 'EUR' },
    ...{ authorized_minor: 0, captured_minor: 0, voided_minor: 0, refunded_minor: 0 },
    ...{ refunding_minor: 0, paid_out_minor: 0, charged_back_minor: 0 },
  },
  'standing.orders': { unit: 'WEEK' },
  'support.tickets': {
    resolution_due_at: new Date(),
    requester_kind: 'PERSON',
    priority: 'NORMAL',
  },
}

type Place = { readonly companyId: string; readonly now: Date }

/** From now on the records of a queue need no other records around them: no worker opens them. */
export async function dropForeignKeys(database: Database, { table }: Queue): Promise<void> {
  const { rows } = await sql<{ conname: string }>`
    select conname from pg_constraint where contype = 'f' and conrelid = ${table}::regclass
  `.execute(database.pool)
  for (const { conname } of rows) {
    await sql`
      /* across companies: a schema of this test alone */
      alter table ${sql.table(table)} drop constraint ${sql.ref(conname)}
    `.execute(database.pool)
  }
}

/** Inserts a record that waits into the table of a queue. Returns its id. */
export async function aRowOf(database: Database, queue: Queue, place: Place): Promise<string> {
  const { table, only } = queue
  const id = newId('dlv', place.now)
  const row = {
    available_at: place.now,
    attempts: 0,
    state: queue.waiting[0],
    ...(only && { [only.column]: only.value }),
    [queue.id]: id,
  }
  await insertRow(database, table, row, place)
  return id
}

async function insertRow(
  database: Database,
  table: string,
  given: Readonly<Record<string, unknown>>,
  { companyId, now }: Place,
): Promise<void> {
  const [schema = '', name = ''] = table.split('.')
  const { rows: columns } = await sql<Column>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = ${schema} and table_name = ${name}
      and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'
  `.execute(database.pool)
  const valueIn = (column: Column) =>
    column.name === 'company_id' ? companyId : simplestValueOf(column.type, now)
  const simple = Object.fromEntries(columns.map((column) => [column.name, valueIn(column)]))
  const row = { ...simple, ...given, ...wanted[table] }
  const names = Object.keys(row).map((column) => sql.ref(column))
  const values = Object.values(row).map((value) => sql`${value}`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})
  `.execute(database.pool)
}

function simplestValueOf(type: string, now: Date): unknown {
  if (type.startsWith('timestamp') || type === 'date') return now
  if (type.startsWith('json') || type === 'ARRAY') return '{}'
  if (type === 'boolean') return false
  return /int|numeric|double/.test(type) ? 1 : newId('dlv', now)
}
