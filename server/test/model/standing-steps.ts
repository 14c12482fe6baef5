import assert from 'node:assert/strict'
import fc from 'fast-check'
import { quantityOf } from '#kernel/quantity'
import { utcDay } from '#kernel/time'
import { type Calendar, getCalendar } from '#modules/calendar'
import { addDays, dateAfter } from '../../src/modules/purchasing/standing/schedule.ts'
import { retryDays } from '../../src/modules/purchasing/standing/standing-order.ts'
import {
  placingDayOf,
  workingDayAfter,
} from '../../src/modules/purchasing/standing/working-dates.ts'
import { type RunRow, readBooks } from './books.ts'
import { aPick, someLines } from './cart-steps.ts'
import { begin, findUnknownAttempt, initiate, refusalToday, shipTo } from './placing.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import {
  type Model,
  type ModelRun,
  type ModelStanding,
  outcomeOf,
  pick,
  refusedBy,
  type Trade,
} from './trade.ts'

const active = ({ standing }: Model) => standing.filter(({ state }) => state === 'ACTIVE')
const anyActive = (model: Model) => active(model).length > 0

export function standingSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'set up a standing order',
      input: fc.record({
        lines: someLines,
        weekday: fc.integer({ min: 1, max: 7 }),
        days: fc.constantFrom(6, 20),
      }),
      run: setUp,
    }),
    stepOf(tally, {
      name: 'place what a standing order is due for',
      weight: 4,
      can: anyActive,
      input: fc.record({
        of: aPick,
        days: fc.integer({ min: 0, max: 2 }),
        copies: fc.constantFrom(1, 1, 3),
      }),
      run: placeDue,
    }),
    stepOf(tally, {
      name: 'skip a date of a standing order',
      weight: 1,
      can: anyActive,
      input: fc.record({ of: aPick }),
      run: skip,
    }),
    stepOf(tally, {
      name: 'end a standing order',
      weight: 1,
      can: anyActive,
      input: fc.record({ of: aPick }),
      run: end,
    }),
  ]
}

type SettingUp = {
  readonly lines: readonly (readonly [product: number, quantity: number])[]
  readonly weekday: number
  readonly days: number
}

async function setUp(model: Model, real: Trade, { lines, weekday, days }: SettingUp) {
  const { world, buyer, products } = real
  const today = utcDay(world.now())
  const schedule = {
    every: 1,
    unit: 'WEEK',
    on: weekday,
    from: today,
    until: addDays(today, days),
  } as const
  const created = await world.standing.orders.create(buyer, {
    name: 'Cable',
    schedule,
    shipTo,
    lines: lines.map(([product, quantity]) => ({
      productId: products[product] ?? '',
      quantity: quantityOf(quantity),
    })),
    payment: { method: 'invoice' },
    maxTotal: { amount: '100000.00', currency: 'EUR' },
  })
  const dates: string[] = []
  for (let date = created.nextDate; date !== undefined; ) {
    dates.push(date)
    date = dateAfter(schedule, date)
  }
  const { id } = created
  model.standing.push({ id, state: 'ACTIVE', lines: new Map(lines), dates, runs: new Map() })
}

type Placing = { readonly of: number; readonly days: number; readonly copies: number }

/** A morning comes. Workers place the date that has come, however many of them try it. */
async function placeDue(model: Model, real: Trade, { of, days, copies }: Placing): Promise<void> {
  const { world, buyer } = real
  const standing = pick(active(model), of)
  await world.pass(minutesToMorning(world.now(), days))
  const today = utcDay(world.now())
  const calendar = await getCalendar(world.parts.platform.database.pool, buyer.companyId)
  beginRuns(standing, today, calendar)
  const due = [...standing.runs.values()].filter((run) => isOpen(run) && run.tryOn <= today)
  // A week is longer than a date is tried again.
  assert(due.length <= 1, 'two dates are due')
  const refusal = await refusalToday(model, real, standing.lines, undefined)
  const { standingOrder } = await world.standing.orders.read(buyer, standing.id)
  await Promise.all(Array.from({ length: copies }, () => world.standing.placeDue(standingOrder)))
  const [run] = due
  if (run) await followTry(model, real, { standing, run, refusal, today, calendar })
  const isOver = standing.dates.length === 0 && ![...standing.runs.values()].some(isOpen)
  if (isOver) standing.state = 'ENDED'
}

/** Each date that has come has a run. What could not be tried in time is skipped. */
function beginRuns(standing: ModelStanding, today: string, calendar: Calendar): void {
  for (const date of [...standing.dates]) {
    const tryOn = placingDayOf(calendar, date)
    if (tryOn > today) break
    standing.dates.shift()
    if (standing.runs.has(date)) continue
    const lastTryOn = workingDayAfter(calendar, tryOn, retryDays)
    standing.runs.set(date, { date, state: 'DUE', tryOn, lastTryOn, tries: 0, orderId: null })
  }
  for (const run of standing.runs.values()) {
    if (isOpen(run) && run.lastTryOn < today) run.state = 'SKIPPED'
  }
}

type Trying = {
  readonly standing: ModelStanding
  readonly run: ModelRun
  readonly refusal: string | undefined
  readonly today: string
  readonly calendar: Calendar
}

async function followTry(model: Model, real: Trade, trying: Trying): Promise<void> {
  const { standing, run, today, calendar } = trying
  const stored = await storedRun(real, standing, run.date)
  run.tries += 1
  const byCredit = stored.code === 'payments.credit_limit_exceeded' ? stored.code : undefined
  const refusal = trying.refusal ?? byCredit
  if (refusal) {
    assert.equal(stored.code, refusal, `why ${run.date} was refused`)
    run.state = today < run.lastTryOn ? 'FAILED' : 'SKIPPED'
    run.tryOn = workingDayAfter(calendar, today)
    return
  }
  assert.equal(stored.state, 'PLACED', `${run.date} was refused by ${stored.code}`)
  const { id, reservedUntil, orderId = null } = await findUnknownAttempt(model, real)
  const lines = standing.lines
  initiate(
    real,
    begin(model, real, { id, reservedUntil, lines, fromCart: false }),
    'invoice',
    undefined,
  )
  Object.assign(run, { state: 'PLACED', orderId })
}

async function skip(model: Model, real: Trade, { of }: { readonly of: number }): Promise<void> {
  const standing = pick(active(model), of)
  const date = standing.dates.find((one) => !standing.runs.has(one))
  const { orders } = real.world.standing
  if (date === undefined) {
    const [past] = standing.runs.keys()
    const run = standing.runs.get(past ?? '')
    if (run?.state !== 'PLACED') return
    const late = await outcomeOf(orders.skip(real.buyer, standing.id, run.date))
    return refusedBy(late, ['standing.run_over'])
  }
  await orders.skip(real.buyer, standing.id, date)
  const over = { tryOn: date, lastTryOn: date, tries: 0, orderId: null }
  standing.runs.set(date, { date, state: 'SKIPPED', ...over })
}

async function end(model: Model, real: Trade, { of }: { readonly of: number }): Promise<void> {
  const standing = pick(active(model), of)
  await real.world.standing.orders.end(real.buyer, standing.id)
  for (const run of standing.runs.values()) if (isOpen(run)) run.state = 'SKIPPED'
  standing.state = 'ENDED'
}

const isOpen = ({ state }: { readonly state: string }) => state === 'DUE' || state === 'FAILED'

/** At seven, an hour after dates are due. */
function minutesToMorning(now: Date, days: number): number {
  const morning = new Date(now)
  morning.setUTCHours(7, 0, 0, 0)
  const later = morning < now ? days + 1 : days
  return Math.ceil((morning.getTime() - now.getTime()) / 60_000) + later * 24 * 60
}

async function storedRun(
  { world, buyer, products }: Trade,
  { id }: ModelStanding,
  date: string,
): Promise<RunRow> {
  const { pool } = world.parts.platform.database
  const { standing } = await readBooks(pool, buyer.companyId, products)
  const stored = standing.find((one) => one.id === id)?.runs.find((run) => run.date === date)
  assert(stored, `the run of ${date} is gone`)
  return stored
}
