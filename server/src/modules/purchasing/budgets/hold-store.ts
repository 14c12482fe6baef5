import assert from 'node:assert/strict'
import { type Money, money } from '#kernel/money'
import { bigintOf, type Conn, sql, type Tx } from '#platform/db'
import type { BudgetKind } from './budget.ts'

/** The amount that a checkout takes from one budget. */
export type Hold = {
  readonly companyId: string
  readonly checkoutId: string
  readonly budgetId: string
  readonly subject: string
  readonly startsOn: string
  readonly amountMinor: bigint
  /** The amount in the order's currency. */
  readonly baseMinor: bigint
}

/** The period of a budget after an amount was taken. */
export type HeldPeriod = { readonly isOver: boolean }

/**
 * Takes what each budget pays, and records it as held. Check and change are one statement: it locks the rows of the periods in the
 * order of the budgets' ids, and takes an amount if it fits, or in any case from a soft budget. Returns the budgets of which it has
 * taken, and whether they are exceeded. Each budget is named once.
 */
export async function takeHolds(
  tx: Tx,
  companyId: string,
  holds: readonly Omit<Hold, 'companyId'>[],
  now: Date,
): Promise<ReadonlyMap<string, HeldPeriod>> {
  const { rows } = await sql<{ budget_id: string; over: boolean }>`
    with asked as materialized (
      select a.*, b.company_id, b.soft, b.limit_minor
      from unnest(
        ${holds.map(({ budgetId }) => budgetId)}::text[], ${holds.map(({ checkoutId }) => checkoutId)}::text[],
        ${holds.map(({ subject }) => subject)}::text[], ${holds.map(({ startsOn }) => startsOn)}::date[],
        ${holds.map(({ amountMinor }) => String(amountMinor))}::bigint[],
        ${holds.map(({ baseMinor }) => String(baseMinor))}::bigint[]
      ) as a (budget_id, checkout_id, subject, starts_on, amount_minor, base_minor)
      join budgets.budgets b on b.company_id = ${companyId} and b.id = a.budget_id and b.active
    ), taken as (
      insert into budgets.periods as p (company_id, budget_id, subject, starts_on, held_minor, committed_minor)
      select company_id, budget_id, subject, starts_on, amount_minor, 0 from asked
      where soft or amount_minor <= limit_minor
      order by budget_id
      on conflict (company_id, budget_id, subject, starts_on) do update
      set held_minor = p.held_minor + excluded.held_minor
      where (
        select a.soft or p.held_minor + p.committed_minor + excluded.held_minor <= a.limit_minor
        from asked a where a.budget_id = p.budget_id
      )
      returning budget_id, held_minor + committed_minor as used_minor
    ), held as (
      insert into budgets.holds (
        company_id, checkout_id, budget_id, subject, starts_on, state, amount_minor, released_minor,
        base_minor, credited_minor, over)
      select company_id, checkout_id, budget_id, subject, starts_on, 'HELD', amount_minor, 0,
        base_minor, 0, used_minor > limit_minor
      from asked join taken using (budget_id)
      returning *
    ), entered as (
      insert into budgets.entries (
        company_id, budget_id, subject, starts_on, kind, amount_minor, checkout_id, recorded_at)
      select company_id, budget_id, subject, starts_on, 'HOLD', amount_minor, checkout_id, ${now} from held
    )
    select budget_id, over from held
  `.execute(tx)
  return new Map(rows.map(({ budget_id, over }) => [budget_id, { isOver: over }]))
}

/**
 * The same for one budget, without the record of it: a raise is added to the record that there is. Undefined: it does not fit.
 * Otherwise returns whether the budget is exceeded.
 */
export async function holdInPeriod(
  tx: Tx,
  { companyId, budgetId, subject, startsOn, amountMinor }: Hold,
  mayExceed: boolean,
): Promise<HeldPeriod | undefined> {
  const { rows } = await sql<{ over: boolean }>`
    with budget as materialized (
      select company_id, id, soft or ${mayExceed} as soft, limit_minor from budgets.budgets
      where company_id = ${companyId} and id = ${budgetId} and active
    )
    insert into budgets.periods as p (company_id, budget_id, subject, starts_on, held_minor, committed_minor)
    select company_id, id, ${subject}, ${startsOn}::date, ${bigintOf(amountMinor)}, 0 from budget
    where soft or ${bigintOf(amountMinor)} <= limit_minor
    on conflict (company_id, budget_id, subject, starts_on) do update
    set held_minor = p.held_minor + excluded.held_minor
    where (select soft or p.held_minor + p.committed_minor + excluded.held_minor <= limit_minor from budget)
    returning held_minor + committed_minor > (select limit_minor from budget) as over
  `.execute(tx)
  return rows[0] && { isOver: rows[0].over }
}

/** Everything that a checkout holds becomes spent by its order. A repeat changes nothing. */
export async function commitHolds(
  tx: Tx,
  companyId: string,
  checkoutId: string,
  now: Date,
): Promise<void> {
  await lockPeriods(tx, companyId, checkoutId)
  await sql`
    with moved as (
      update budgets.holds set state = 'COMMITTED'
      where company_id = ${companyId} and checkout_id = ${checkoutId} and state = 'HELD'
      returning *
    ), booked as (
      update budgets.periods p
      set held_minor = p.held_minor - m.amount_minor, committed_minor = p.committed_minor + m.amount_minor
      from moved m
      where p.company_id = ${companyId} and p.company_id = m.company_id and p.budget_id = m.budget_id
        and p.subject = m.subject and p.starts_on = m.starts_on
    )
    insert into budgets.entries (
      company_id, budget_id, subject, starts_on, kind, amount_minor, checkout_id, recorded_at)
    select company_id, budget_id, subject, starts_on, 'COMMIT', amount_minor, checkout_id, ${now} from moved
  `.execute(tx)
}

/** A checkout without an order gives everything back. A repeat changes nothing. */
export async function releaseHolds(
  tx: Tx,
  companyId: string,
  checkoutId: string,
  now: Date,
): Promise<void> {
  await lockPeriods(tx, companyId, checkoutId)
  await sql`
    with moved as (
      update budgets.holds set state = 'RELEASED', released_minor = amount_minor
      where company_id = ${companyId} and checkout_id = ${checkoutId} and state = 'HELD'
      returning *
    ), booked as (
      update budgets.periods p set held_minor = p.held_minor - m.amount_minor
      from moved m
      where p.company_id = ${companyId} and p.company_id = m.company_id and p.budget_id = m.budget_id
        and p.subject = m.subject and p.starts_on = m.starts_on
    )
    insert into budgets.entries (
      company_id, budget_id, subject, starts_on, kind, amount_minor, checkout_id, recorded_at)
    select company_id, budget_id, subject, starts_on, 'RELEASE', amount_minor, checkout_id, ${now} from moved
  `.execute(tx)
}

/** In the order in which checkouts lock them, so that no two transactions wait for each other. */
async function lockPeriods(tx: Tx, companyId: string, checkoutId: string): Promise<void> {
  await sql`
    select p.budget_id from budgets.periods p
    join budgets.holds h on h.company_id = p.company_id and h.budget_id = p.budget_id
      and h.subject = p.subject and h.starts_on = p.starts_on
    where h.company_id = ${companyId} and h.checkout_id = ${checkoutId} and h.state = 'HELD'
    order by p.budget_id
    for update of p
  `.execute(tx)
}

/** The hold of an order, and the sums that went back. */
export type CommittedHold = Hold & {
  readonly kind: BudgetKind
  readonly releasedMinor: bigint
  readonly creditedMinor: bigint
}

/** The sums of a hold after a part of its order went back. */
export type ReleasedSums = {
  /** In the currency of the order. */
  readonly creditedMinor: bigint
  /** In the currency of the budget. */
  readonly releasedMinor: bigint
}

/** Locks them until the transaction ends. */
export async function lockCommittedHolds(
  tx: Tx,
  companyId: string,
  checkoutId: string,
): Promise<CommittedHold[]> {
  const { rows } = await sql<{
    budget_id: string
    subject: string
    starts_on: string
    amount_minor: number
    released_minor: number
    base_minor: number
    credited_minor: number
    kind: string
  }>`
    select h.*, b.kind from budgets.holds h
    join budgets.budgets b on b.company_id = h.company_id and b.id = h.budget_id
    where h.company_id = ${companyId} and h.checkout_id = ${checkoutId} and h.state = 'COMMITTED'
    order by h.budget_id
    for update of h
  `.execute(tx)
  return rows.map((row) => ({
    companyId,
    checkoutId,
    budgetId: row.budget_id,
    subject: row.subject,
    startsOn: row.starts_on,
    amountMinor: BigInt(row.amount_minor),
    baseMinor: BigInt(row.base_minor),
    releasedMinor: BigInt(row.released_minor),
    creditedMinor: BigInt(row.credited_minor),
    kind: row.kind as BudgetKind,
  }))
}

/** Gives a part of a hold back to its period. The caller has locked the hold. */
export async function releaseCommitted(
  tx: Tx,
  hold: CommittedHold,
  { creditedMinor, releasedMinor }: ReleasedSums,
  now: Date,
): Promise<void> {
  const { companyId, checkoutId, budgetId, subject, startsOn } = hold
  const amount = releasedMinor - hold.releasedMinor
  const { rows } = await sql<{ budget_id: string }>`
    update budgets.holds set credited_minor = ${bigintOf(creditedMinor)}, released_minor = ${bigintOf(releasedMinor)}
    where company_id = ${companyId} and checkout_id = ${checkoutId} and budget_id = ${budgetId}
      and released_minor = ${bigintOf(hold.releasedMinor)}
    returning budget_id
  `.execute(tx)
  assert.equal(rows.length, 1, `a hold of ${checkoutId} was changed without its lock`)
  if (amount === 0n) return
  await sql`
    with booked as (
      update budgets.periods set committed_minor = committed_minor - ${bigintOf(amount)}
      where company_id = ${companyId} and budget_id = ${budgetId} and subject = ${subject}
        and starts_on = ${startsOn}::date
    )
    insert into budgets.entries (
      company_id, budget_id, subject, starts_on, kind, amount_minor, checkout_id, recorded_at)
    values (${companyId}, ${budgetId}, ${subject}, ${startsOn}::date, 'RELEASE', ${bigintOf(amount)},
      ${checkoutId}, ${now})
  `.execute(tx)
}

/** Spends more for an order. The caller has taken the amount in the period of the hold, and has locked the hold if there is one. */
export async function raiseCommitted(
  tx: Tx,
  hold: Hold,
  isOver: boolean,
  now: Date,
): Promise<void> {
  const { companyId, checkoutId, budgetId, subject, startsOn, amountMinor, baseMinor } = hold
  await sql`
    with raised as (
      insert into budgets.holds as h (
        company_id, checkout_id, budget_id, subject, starts_on, state, amount_minor, released_minor,
        base_minor, credited_minor, over)
      values (${companyId}, ${checkoutId}, ${budgetId}, ${subject}, ${startsOn}::date, 'COMMITTED',
        ${bigintOf(amountMinor)}, 0, ${bigintOf(baseMinor)}, 0, ${isOver})
      on conflict (company_id, checkout_id, budget_id) do update
      set amount_minor = h.amount_minor + excluded.amount_minor, base_minor = h.base_minor + excluded.base_minor,
        over = h.over or excluded.over
    ), booked as (
      update budgets.periods
      set held_minor = held_minor - ${bigintOf(amountMinor)}, committed_minor = committed_minor + ${bigintOf(amountMinor)}
      where company_id = ${companyId} and budget_id = ${budgetId} and subject = ${subject}
        and starts_on = ${startsOn}::date
    )
    insert into budgets.entries (
      company_id, budget_id, subject, starts_on, kind, amount_minor, checkout_id, recorded_at)
    select ${companyId}, ${budgetId}, ${subject}, ${startsOn}::date, kind, ${bigintOf(amountMinor)}, ${checkoutId}, ${now}::timestamptz
    from unnest(array['HOLD', 'COMMIT']) kind
  `.execute(tx)
}

/** The soft budgets that this checkout exceeds. */
export async function listExceeded(
  conn: Conn,
  companyId: string,
  checkoutId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select b.id, b.name from budgets.holds h
    join budgets.budgets b on b.company_id = h.company_id and b.id = h.budget_id
    where h.company_id = ${companyId} and h.checkout_id = ${checkoutId} and h.over
    order by b.id
  `.execute(conn)
  return rows
}

export type BudgetImpact = {
  readonly id: string
  readonly name: string
  readonly kind: BudgetKind
  readonly subject: string
  readonly unitId?: string
  readonly startsOn: string
  readonly limit: Money
  /** The amounts that are held or spent in the period without the order, and with it. */
  readonly before: Money
  readonly after: Money
}

/** The budgets that a checkout uses, and the use of their periods now. */
export async function listImpacts(
  conn: Conn,
  companyId: string,
  checkoutId: string,
): Promise<BudgetImpact[]> {
  const { rows } = await sql<{
    id: string
    name: string
    kind: string
    subject: string
    unit_id: string | null
    starts_on: string
    currency: string
    limit_minor: number
    own_minor: number
    used_minor: number
  }>`
    select b.id, b.name, b.kind, b.unit_id, h.subject, h.starts_on, b.currency, b.limit_minor,
      h.amount_minor - h.released_minor as own_minor, p.held_minor + p.committed_minor as used_minor
    from budgets.holds h
    join budgets.budgets b on b.company_id = h.company_id and b.id = h.budget_id
    join budgets.periods p on p.company_id = h.company_id and p.budget_id = h.budget_id
      and p.subject = h.subject and p.starts_on = h.starts_on
    where h.company_id = ${companyId} and h.checkout_id = ${checkoutId} and h.state <> 'RELEASED'
    order by b.id
    limit 200
  `.execute(conn)
  return rows.map((row) => {
    const usedMinor = BigInt(row.used_minor)
    return {
      id: row.id,
      name: row.name,
      kind: row.kind as BudgetKind,
      subject: row.subject,
      ...(row.unit_id !== null && { unitId: row.unit_id }),
      startsOn: row.starts_on,
      limit: money(BigInt(row.limit_minor), row.currency),
      before: money(usedMinor - BigInt(row.own_minor), row.currency),
      after: money(usedMinor, row.currency),
    }
  })
}
