import assert from 'node:assert/strict'
import { type Insertable, sql } from 'kysely'
import { firstIdAt, type Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { type Conn, type Gathering, insertionOf, type Tx, writeBeforeCommit } from '#platform/db'
import { unleasedUnlessDied } from '#platform/leases'
import type { BookedEntry, LedgerEntry, LedgerKind, Payment, PaymentState } from './payment.ts'
import { type PaymentRow, tables } from './tables.ts'

type NewPayment = { readonly payment: Payment; readonly entries: readonly LedgerEntry[] }

const newPayments: Gathering<NewPayment> = {
  writes: (opened) => {
    const entries = opened.flatMap((one) =>
      ledgerRows(one.payment, one.entries, one.payment.createdAt),
    )
    const payments = insertionOf(
      'payments.payments',
      opened.map(({ payment }) => newRow(payment)),
    )
    if (entries.length === 0) return [{ name: 'payment', statement: payments }]
    return [
      { name: 'payment', statement: payments },
      { name: 'ledger', statement: insertionOf('payments.ledger', entries) },
    ]
  },
}

/**
 * A payment and its first ledger entries: none, or the credit that it takes at once. Written just before the commit.
 */
export function insertPayment(
  tx: Tx,
  payment: Payment,
  entries: readonly LedgerEntry[] = [],
): void {
  writeBeforeCommit(tx, newPayments, [{ payment, entries }])
}

function newRow(payment: Payment): Omit<Insertable<PaymentRow>, 'written_at'> {
  return {
    ...columnsOf(payment),
    company_id: payment.companyId,
    id: payment.id,
    payer_id: payment.payerId,
    checkout_id: payment.checkoutId,
    order_id: payment.orderId,
    method: payment.method,
    provider: payment.provider,
    capture_method: payment.captureMethod,
    currency: payment.amount.currency,
    amount_minor: minorOf(payment.amount),
    return_url: payment.returnUrl ?? null,
    due_on: payment.dueOn ?? null,
    net_days: payment.netDays ?? null,
    created_at: payment.createdAt,
    changed_at: payment.createdAt,
    expires_at: payment.expiresAt,
    version: payment.version,
    available_at: null,
    attempts: 0,
    deaths: 0,
    lease_token: null,
    lease_until: null,
  }
}

/** The query itself filters by company, so that no caller can forget the check. */
export async function findPayment(
  conn: Conn,
  companyId: string,
  paymentId: string,
): Promise<Payment | undefined> {
  const row = await tables(conn)
    .selectFrom('payments.payments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return row && toPayment(row)
}

/** Holds the row until the transaction ends, so that movements of its money run one after the other. */
export async function lockPayment(
  tx: Tx,
  companyId: string,
  paymentId: string,
): Promise<Payment | undefined> {
  const row = await tables(tx)
    .selectFrom('payments.payments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()
  return row && toPayment(row)
}

/** The payments of an order, oldest first: the first one, and those for what later changes cost. `payments_by_order` answers. */
export async function listOfOrder(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<Payment[]> {
  const rows = await ofOrder(conn, companyId, orderId).execute()
  return rows.map(toPayment)
}

/** Holds all of them until the transaction ends. */
export async function lockOfOrder(tx: Tx, companyId: string, orderId: string): Promise<Payment[]> {
  const rows = await ofOrder(tx, companyId, orderId).forUpdate().execute()
  return rows.map(toPayment)
}

function ofOrder(conn: Conn, companyId: string, orderId: string) {
  return tables(conn)
    .selectFrom('payments.payments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('id')
}

/** The payment that a provider names, held until the transaction ends. `payments_id_unique` answers. */
export async function lockProviderPayment(
  tx: Tx,
  provider: string,
  paymentId: string,
): Promise<Payment | undefined> {
  const { rows } = await sql<PaymentRow>`
    /* across companies: a provider's event names a payment, not a company */
    select * from payments.payments where id = ${paymentId} and provider = ${provider} for update
  `.execute(tx)
  return rows[0] && toPayment(rows[0])
}

/** The company of the payment that a provider or an operator names. `payments_id_unique` answers. */
export async function findOwner(conn: Conn, paymentId: string): Promise<Id<'co'> | undefined> {
  const { rows } = await sql<{ company_id: string }>`
    /* across companies: a provider's event and an operator name a payment, not a company */
    select company_id from payments.payments where id = ${paymentId}
  `.execute(conn)
  return rows[0]?.company_id as Id<'co'> | undefined
}

/**
 * Writes the payment's new state. Its row is locked, so nobody else has changed it. `nextCheck`: when to ask the
 * provider about it; null: never; omitted: unchanged.
 */
export async function savePayment(
  tx: Tx,
  payment: Payment,
  now: Date,
  nextCheck?: Date | null,
): Promise<Payment> {
  const version = payment.version + 1
  const check =
    nextCheck === undefined ? {} : { available_at: nextCheck, ...unleasedUnlessDied(now) }
  const { numUpdatedRows } = await tables(tx)
    .updateTable('payments.payments as job')
    .set({ ...columnsOf(payment), ...check, version, changed_at: now })
    .where('company_id', '=', payment.companyId)
    .where('id', '=', payment.id)
    .where('version', '=', payment.version)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `payment ${payment.id} was changed without its lock`)
  return { ...payment, version }
}

/** Sets when to ask the provider about the payment. */
export async function scheduleCheck(
  conn: Conn,
  payment: Pick<Payment, 'companyId' | 'id'>,
  at: Date,
  now: Date,
): Promise<void> {
  await tables(conn)
    .updateTable('payments.payments as job')
    .set({ available_at: at, ...unleasedUnlessDied(now) })
    .where('company_id', '=', payment.companyId)
    .where('id', '=', payment.id)
    .execute()
}

/** Undefined if the payment does not exist or has an order already. Holds its row until the transaction ends. */
export async function setOrder(
  tx: Tx,
  companyId: string,
  paymentId: string,
  orderId: string,
): Promise<Payment | undefined> {
  const row = await tables(tx)
    .updateTable('payments.payments')
    .set((payment) => ({ order_id: orderId, version: payment('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', paymentId)
    .where('order_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toPayment(row)
}

const ledgerEntries: Gathering<object> = {
  writes: (entries) => [{ name: 'booked', statement: insertionOf('payments.ledger', entries) }],
}

/** Written just before the commit, in the given order. */
export function appendLedger(
  tx: Tx,
  payment: Payment,
  entries: readonly LedgerEntry[],
  now: Date,
): void {
  if (entries.length > 0) writeBeforeCommit(tx, ledgerEntries, ledgerRows(payment, entries, now))
}

function ledgerRows(payment: Payment, entries: readonly LedgerEntry[], now: Date) {
  return entries.map(({ kind, amount, refundId }) => ({
    company_id: payment.companyId,
    payment_id: payment.id,
    kind,
    amount_minor: minorOf(amount),
    currency: amount.currency,
    refund_id: refundId ?? null,
    recorded_at: now,
  }))
}

export async function readLedger(
  conn: Conn,
  companyId: string,
  paymentId: string,
): Promise<BookedEntry[]> {
  const rows = await tables(conn)
    .selectFrom('payments.ledger')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('payment_id', '=', paymentId)
    .orderBy('entry')
    .execute()
  return rows.map((row) => ({
    kind: row.kind as LedgerKind,
    amount: money(BigInt(row.amount_minor), row.currency),
    ...(row.refund_id === null ? {} : { refundId: row.refund_id }),
    recordedAt: row.recorded_at,
  }))
}

/** The standing of a payment, for those who wait for it. */
export type PaymentStanding = Pick<Payment, 'state' | 'amount' | 'expiresAt'> & {
  readonly changedAt: Date
}

export async function findStandings(
  conn: Conn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentStanding>> {
  if (ids.length === 0) return new Map()
  type Row = Pick<PaymentRow, 'id' | 'amount_minor' | 'currency' | 'expires_at' | 'changed_at'> & {
    state: PaymentState
  }
  const { rows } = await sql<Row>`
    /* across companies: operators see what checkouts and orders of all wait for */
    select id, state, amount_minor, currency, expires_at, changed_at from payments.payments where id = any(${[...ids]})
  `.execute(conn)
  return new Map(
    rows.map((row) => {
      const { id, state, expires_at: expiresAt, changed_at: changedAt } = row
      const amount = money(BigInt(row.amount_minor), row.currency)
      return [id, { state, amount, expiresAt, changedAt }] as const
    }),
  )
}

/** The payments of one company. */
export async function listByIds(
  conn: Conn,
  companyId: string,
  ids: readonly string[],
): Promise<Payment[]> {
  const { rows } = await sql<PaymentRow>`
    select * from payments.payments
    where company_id = ${companyId} and id = any(${[...ids]})
    order by id
  `.execute(conn)
  return rows.map(toPayment)
}

/**
 * Payments that were opened before an instant and handed over, by id and therefore by age: the provider must know these
 * too.
 */
export async function listHandedOver(
  conn: Conn,
  provider: string,
  range: { readonly afterId: string; readonly before: Date },
  limit: number,
): Promise<Payment[]> {
  const { rows } = await sql<PaymentRow>`
    /* across companies: the daily comparison with a provider is about all of its payments */
    select * from payments.payments
    where provider = ${provider} and provider_reference is not null and id > ${range.afterId}
      and id < ${firstIdAt('pay', range.before)}
    order by id
    limit ${limit}
  `.execute(conn)
  return rows.map(toPayment)
}

/** All columns that can change during the life of a payment. */
function columnsOf(payment: Payment) {
  return {
    state: payment.state,
    amount_minor: minorOf(payment.amount),
    authorized_minor: minorOf(payment.authorized),
    captured_minor: minorOf(payment.captured),
    voided_minor: minorOf(payment.voided),
    refunded_minor: minorOf(payment.refunded),
    refunding_minor: minorOf(payment.refunding),
    paid_out_minor: minorOf(payment.paidOut),
    charged_back_minor: minorOf(payment.chargedBack),
    redirect_url: payment.redirectUrl ?? null,
    provider_reference: payment.providerReference ?? null,
    failure_reason: payment.failureReason ?? null,
  }
}

/** The column is an int8, which `pg` reads as a number: `open` accepts no amount that a number cannot hold. */
export function minorOf({ amountMinor }: Money): number {
  const minor = Number(amountMinor)
  assert(Number.isSafeInteger(minor), `${amountMinor} minor units are more than can be booked`)
  return minor
}

/** Rows become payments only here. The checks of the schema make the casts true. */
export function toPayment(row: PaymentRow): Payment {
  const amountOf = (minor: number): Money => money(BigInt(minor), row.currency)
  return {
    id: row.id as Id<'pay'>,
    companyId: row.company_id as Id<'co'>,
    payerId: row.payer_id,
    checkoutId: row.checkout_id,
    orderId: row.order_id,
    method: row.method as Payment['method'],
    provider: row.provider,
    captureMethod: row.capture_method as Payment['captureMethod'],
    state: row.state as PaymentState,
    amount: amountOf(row.amount_minor),
    authorized: amountOf(row.authorized_minor),
    captured: amountOf(row.captured_minor),
    voided: amountOf(row.voided_minor),
    refunded: amountOf(row.refunded_minor),
    refunding: amountOf(row.refunding_minor),
    paidOut: amountOf(row.paid_out_minor),
    chargedBack: amountOf(row.charged_back_minor),
    ...(row.return_url === null ? {} : { returnUrl: row.return_url }),
    ...(row.redirect_url === null ? {} : { redirectUrl: row.redirect_url }),
    ...(row.provider_reference === null ? {} : { providerReference: row.provider_reference }),
    ...(row.failure_reason === null ? {} : { failureReason: row.failure_reason }),
    ...(row.due_on === null ? {} : { dueOn: row.due_on }),
    ...(row.net_days === null ? {} : { netDays: row.net_days }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    version: row.version,
  }
}
