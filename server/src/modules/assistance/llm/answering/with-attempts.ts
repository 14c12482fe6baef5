import { setTimeout as sleep } from 'node:timers/promises'
import type { Allowance } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { newId } from '#kernel/id'
import { after, utcDay } from '#kernel/time'
import { charge, release } from '../accounting/account.ts'
import { type Attempt, type Outcome, resetAfter } from '../accounting/attempt.ts'
import { type Reservation, reserve } from '../accounting/attempt-store.ts'
import { noUsage, type TokenUsage, type UsageSource } from '../accounting/token-usage.ts'
import type { ChatCaller, ChatDeps } from '../deps.ts'
import type { ProviderFailed } from '../dialects/dialect.ts'
import { fail } from '../failures.ts'
import { reserveAllowance } from '../limits/allowance-store.ts'
import { asProviderFailed } from './call-provider.ts'
import { failIfNotAccounted, type Plan } from './plan-call.ts'

/** Longer than any call: a live process settles before its lease ends. */
const leaseSpareMs = 60_000

export type Used = { readonly usage: TokenUsage; readonly usageSource: UsageSource }

/** Reserves and runs attempts until one begins to answer. Nothing has been sent to the client until then. */
export async function withAttempts<Begun>(
  deps: ChatDeps,
  caller: ChatCaller,
  plan: Plan,
  begin: (attempt: Attempt) => Promise<Begun>,
): Promise<{ readonly attempt: Attempt; readonly begun: Begun }> {
  for (let number = 1; ; number += 1) {
    const attempt = attemptOf(deps, caller, plan, number)
    await reserveOrRefuse(deps, caller, attempt)
    try {
      const startedAt = performance.now()
      const begun = await begin(attempt)
      deps.metrics.answered(plan.provider.name, performance.now() - startedAt)
      return { attempt, begun }
    } catch (error) {
      const failed = await settleFailed(deps, plan, attempt, error)
      const waitMs = number <= deps.limits.retriesMax ? retryWaitMs(failed, number) : undefined
      if (waitMs === undefined || caller.signal.aborted) throw failureOf(deps, failed)
      // A client that leaves meanwhile ends the wait, and its next attempt is never made.
      await sleep(waitMs, undefined, { signal: caller.signal }).catch(() => undefined)
      if (caller.signal.aborted) throw failureOf(deps, failed)
    }
  }
}

function attemptOf(
  { now, limits }: ChatDeps,
  { companyId, userId, requestId }: ChatCaller,
  plan: Plan,
  number: number,
): Attempt {
  const createdAt = now()
  return {
    id: newId('lla', createdAt),
    requestId,
    number,
    companyId,
    userId,
    provider: plan.provider.name,
    family: plan.family.name,
    model: plan.request.model,
    priceId: plan.priceId,
    day: utcDay(createdAt),
    isStreamed: plan.request.stream === true,
    reservedInput: plan.inputAtMost,
    reservedOutput: plan.outputAtMost,
    createdAt,
    leaseUntil: after(createdAt, limits.timeoutMs + leaseSpareMs),
  }
}

async function reserveOrRefuse(
  deps: ChatDeps,
  { allowance }: ChatCaller,
  attempt: Attempt,
): Promise<void> {
  const { database, defaultLimits, metrics } = deps
  const reservation = await failIfNotAccounted(
    deps,
    allowance
      ? reserveForCompanion(deps, allowance, attempt)
      : reserve(database.pool, attempt, defaultLimits),
  )
  if (reservation === 'reserved') return
  if (reservation === 'allowance') {
    metrics.refused('allowance')
    throw fail('allowance_exceeded')
  }
  metrics.refused('daily_limit')
  const resetAt = resetAfter(attempt.createdAt)
  throw fail('daily_limit_exceeded', {
    of: reservation === 'user_limit' ? 'user' : 'company',
    provider: attempt.provider,
    model: attempt.family,
    resetAt: resetAt.toISOString(),
    retryAfterSeconds: Math.ceil((resetAt.getTime() - attempt.createdAt.getTime()) / 1_000),
  })
}

/** Both the token and the daily limits have to allow it, or nothing is reserved. */
async function reserveForCompanion(
  { database, defaultLimits }: ChatDeps,
  allowance: Allowance,
  attempt: Attempt,
): Promise<Reservation | 'allowance'> {
  const { companyId, reservedInput, reservedOutput } = attempt
  let reservation: Reservation | 'allowance' = 'allowance'
  await database
    .transaction(async (tx) => {
      if (await reserveAllowance(tx, companyId, allowance, reservedInput + reservedOutput)) {
        reservation = await reserve(tx, attempt, defaultLimits)
      }
      if (reservation !== 'reserved') throw new NotReserved()
    })
    .catch((error: unknown) => {
      if (!(error instanceof NotReserved)) throw error
    })
  return reservation
}

class NotReserved extends Error {}

/** What a call that ended early has used, as far as one can know. Undefined: nothing was relayed or reported. */
export function usedSoFar(
  plan: Plan,
  reported: TokenUsage | undefined,
  outputLikely: number,
): Used {
  const usage = reported ?? { ...noUsage, uncachedInput: plan.inputLikely }
  return {
    usage: { ...usage, output: Math.max(usage.output, outputLikely) },
    usageSource: 'estimated',
  }
}

/** An attempt failed before its first content. Any other error than one of the provider is a bug: it is charged and thrown. */
async function settleFailed(
  deps: ChatDeps,
  plan: Plan,
  attempt: Attempt,
  error: unknown,
): Promise<ProviderFailed> {
  const failed = error instanceof Error ? knownFailure(error) : undefined
  const { maybeCharged = true, problem = 'network' } = failed ?? {}
  if (maybeCharged) await settleAttempt(deps, plan, attempt, usedSoFar(plan, undefined, 0), problem)
  else await logIfNotSettled(deps, release(deps, { ...attempt, price: plan.family.price }, problem))
  if (!failed) throw error
  return failed
}

function knownFailure(error: Error): ProviderFailed | undefined {
  try {
    return asProviderFailed(error)
  } catch {
    return undefined
  }
}

/** Returns the cost in nano-dollars. Undefined if it could not be written: then the sweeper settles the attempt. */
export function settleAttempt(
  deps: ChatDeps,
  plan: Plan,
  attempt: Attempt,
  used: Used,
  outcome: Outcome,
): Promise<bigint | undefined> {
  const { price } = plan.family
  return logIfNotSettled(
    deps,
    charge(deps, { ...attempt, price, state: 'SETTLED', ...used, outcome }),
  )
}

async function logIfNotSettled(
  { log }: ChatDeps,
  work: Promise<bigint>,
): Promise<bigint | undefined> {
  try {
    return await work
  } catch (error) {
    log.error({ err: error }, 'An attempt could not be settled. The sweeper settles it.')
    return undefined
  }
}

const waitMsMax = 5_000

/** Undefined: another attempt makes no sense. */
function retryWaitMs({ problem, retryAfterMs }: ProviderFailed, number: number) {
  if (problem !== 'rate_limited' && problem !== 'provider_error' && problem !== 'network') {
    return undefined
  }
  if (retryAfterMs !== undefined) return retryAfterMs <= waitMsMax ? retryAfterMs : undefined
  return 250 * 2 ** (number - 1) * (0.5 + Math.random())
}

/** What the client learns. A refused key of ours is no business of the client. */
export function failureOf({ log }: Pick<ChatDeps, 'log'>, failed: ProviderFailed): Failure {
  switch (failed.problem) {
    case 'refused':
      return fail('provider_refused', { reason: failed.message })
    case 'rate_limited':
      return fail('provider_busy')
    case 'timeout':
      return fail('provider_timeout')
    case 'key_refused':
      log.error({ problem: failed.problem }, 'A language-model provider refuses its key.')
      return fail('provider_failed')
    default:
      return fail('provider_failed')
  }
}
