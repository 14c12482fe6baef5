import type { Actor, Principal } from '#kernel/actor'
import { after, daysMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import type { Subscription } from '#platform/outbox'
import type { Notice } from './actions/notice.ts'
import { listNotices, markRead, type NoticeSearch } from './actions/notice-store.ts'
import type { ConditionForm } from './cel/form.ts'
import { type DeadLetterPage, listDeadLetters } from './dead-letters/dead-letter-store.ts'
import { type Review, reviewDeadLetter } from './dead-letters/review-dead-letter.ts'
import type { AutomationsDeps, Deps } from './deps.ts'
import type { Automation, Version } from './editing/automation.ts'
import {
  type ChangeAutomationInput,
  changeAutomation,
  deleteAutomation,
  getAutomation,
  publishAutomation,
  setStateOfAny,
} from './editing/change-automation.ts'
import { createConditions } from './editing/conditions.ts'
import {
  type AutomationWithSecret,
  type CreateAutomationInput,
  createAutomation,
} from './editing/create-automation.ts'
import { type DryRun, dryRun } from './editing/dry-run.ts'
import { rotateSecret } from './editing/rotate-secret.ts'
import { fail } from './failures.ts'
import { type Released, releaseAnyRuns, releaseRuns } from './holding/release-runs.ts'
import { recordRuns } from './running/record-runs.ts'
import type { Run, Step } from './running/run.ts'
import {
  countHeld,
  findRun,
  listRuns,
  listSteps,
  type RunPage,
  type RunSearch,
} from './running/run-store.ts'
import { type AutomationsWorker, startWorker } from './running/worker.ts'
import { switchOff, switchOn } from './watch/kill-switch.ts'
import { type FallbackMetrics, measureFallback } from './watch/metrics-store.ts'
import { type KillSwitch, listSwitches } from './watch/switch-store.ts'
import {
  listRecentRuns,
  type WatchedAutomation,
  type WatchSearch,
  watchAutomations,
} from './watch/watch-store.ts'

export type Automations = {
  create(actor: Actor, input: CreateAutomationInput): Promise<AutomationWithSecret>
  /** `held`: how many of its runs are held. */
  get(actor: Actor, id: string): Promise<{ automation: Automation; held: number }>
  change(actor: Actor, id: string, input: ChangeAutomationInput): Promise<Automation>
  delete(actor: Actor, id: string): Promise<void>
  publish(actor: Actor, id: string): Promise<Automation>
  /** The previous secret signs as well for 24 hours. */
  rotateSecret(actor: Actor, id: string): ReturnType<typeof rotateSecret>
  /** What the automation would do for the latest events. Changes nothing. */
  dryRun(actor: Actor, id: string, last: number): Promise<DryRun>
  /** Releases a batch of runs that were held because there were too many, and returns how many are left. */
  release(actor: Actor, id: string): Promise<Released>
  releaseAny(operator: Principal, id: string): Promise<Released>
  setStateOfAny(
    operator: Actor,
    id: string,
    change: Parameters<typeof setStateOfAny>[3],
  ): Promise<Automation>
  listRuns(actor: Actor, id: string, search: RunSearch, page: RunPage): Promise<Run[]>
  getRun(actor: Actor, runId: string): Promise<{ run: Run; steps: Step[] }>
  /** The condition as the rows of a form, if a form can express it. */
  formOf(condition: string): ConditionForm | undefined

  /** The notices of automations to the actor. */
  listNotices(actor: Actor, search: NoticeSearch): Promise<Notice[]>
  readNotice(actor: Actor, id: string): Promise<Notice>

  /** For operators: the automations of all companies. */
  watch(search: WatchSearch): Promise<WatchedAutomation[]>
  /** One of them, with the version that runs, or else its draft. */
  watchOne(id: string): Promise<{ watched: WatchedAutomation; definition: Version }>
  recentRuns(search: RunSearch, page: RunPage): Promise<Run[]>
  deadLetters(page: DeadLetterPage): Promise<Run[]>
  review(operator: Principal, runId: string, review: Review): Promise<Run>
  switches(): Promise<KillSwitch[]>
  /** The names of companies and people. */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  switchOff(operator: Principal, scope: string, note: string): Promise<KillSwitch[]>
  switchOn(operator: Principal, scope: string): Promise<number>
  metrics(): Promise<FallbackMetrics>

  readonly subscriptions: readonly Subscription[]
  /** For tests, which run the turns of the worker by hand. */
  readonly deps: Deps
  startWorker(): AutomationsWorker
}

/** `kinds`: the events of every module that publishes, including this one. */
export function createAutomations(options: AutomationsDeps): Automations {
  const { database, now, kinds } = options
  const conditions = createConditions(options.compute, kinds)
  const deps: Deps = { ...options, kinds, conditions }
  const { pool } = database
  return {
    create: (actor, input) => createAutomation(deps, actor, input),
    get: async (actor, id) => ({
      automation: await getAutomation(deps, actor.companyId, id),
      held: await countHeld(pool, actor.companyId, id),
    }),
    change: (actor, id, input) => changeAutomation(deps, actor, id, input),
    delete: (actor, id) => deleteAutomation(deps, actor, id),
    publish: (actor, id) => publishAutomation(deps, actor, id),
    rotateSecret: (actor, id) => rotateSecret(deps, actor, id),
    dryRun: (actor, id, last) => dryRun(deps, actor, id, last),
    release: (actor, id) => releaseRuns(deps, actor, id),
    releaseAny: (operator, id) => releaseAnyRuns(deps, operator, id),
    setStateOfAny: (operator, id, change) => setStateOfAny(deps, operator, id, change),
    listRuns: async ({ companyId }, id, search, page) => {
      await getAutomation(deps, companyId, id)
      return listRuns(pool, companyId, id, search, page)
    },
    getRun: async ({ companyId }, runId) => {
      const run = await findRun(pool, companyId, runId)
      if (!run) throw fail('run_not_found', { runId })
      return { run, steps: await listSteps(pool, companyId, runId) }
    },
    formOf: conditions.formOf,
    listNotices: ({ companyId, id }, search) => listNotices(pool, companyId, id, search),
    readNotice: async ({ companyId, id: userId }, id) => {
      const read = (tx: Tx) => markRead(tx, companyId, userId, id, now())
      const notice = await database.transaction(read)
      if (!notice) throw fail('notice_not_found', { notificationId: id })
      return notice
    },
    watch: (search) => watchAutomations(pool, search),
    watchOne: async (id) => {
      const [watched] = await watchAutomations(pool, { id, limit: 1 })
      if (!watched) throw fail('automation_not_found', { automationId: id })
      const { published, draft } = await getAutomation(deps, watched.companyId, id)
      const definition = published ?? draft
      if (!definition) throw new Error('an automation without a version')
      return { watched, definition }
    },
    recentRuns: (search, page) => listRecentRuns(pool, search, page),
    deadLetters: (page) => listDeadLetters(pool, page),
    review: (operator, runId, review) => reviewDeadLetter(deps, operator, runId, review),
    switches: () => listSwitches(pool),
    names: (ids) => deps.namesOf(deps.database.pool, ids),
    switchOff: (operator, scope, note) => switchOff(deps, operator, scope, note),
    switchOn: (operator, scope) => switchOn(deps, operator, scope),
    metrics: () => measureFallback(pool, after(now(), -daysMs(1)), now()),
    subscriptions: [recordRuns(kinds, now)],
    deps,
    startWorker: () => startWorker(deps),
  }
}
