import { firstIdAt } from '#kernel/id'
import { after, daysMs, minutesMs, secondsMs, utcDay } from '#kernel/time'
import type { Identity } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import { runEvery } from '#platform/leases'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import type { SealedColumn } from '#platform/seal'
import { settleExpired } from './accounting/account.ts'
import { deleteOld, deleteOldCounters } from './accounting/attempt-store.ts'
import { recordPrices } from './accounting/price-store.ts'
import { readFamilies } from './accounting/pricing.ts'
import { usageRoutes } from './accounting/usage-routes.ts'
import { chatRoutes } from './answering/chat-routes.ts'
import { createPromptKeeper, promptPlace } from './answering/prompt-store.ts'
import type { ChatDeps } from './deps.ts'
import { anthropicDialect } from './dialects/anthropic-dialect.ts'
import { openAiDialect } from './dialects/openai-dialect.ts'
import { deleteOldAllowances } from './limits/allowance-store.ts'
import { limitList } from './limits/limit-list.ts'
import { limitRoutes } from './limits/limit-routes.ts'
import { llmProbe } from './llm-probe.ts'
import { createLlmMetrics } from './metrics.ts'
import { llmData } from './personal-data.ts'
import { createLlm } from './service.ts'
import { type LlmSettings, llmSettings } from './settings.ts'

type Needs = Runtime & { readonly identity: Identity; readonly incidents: Incidents }

const llmSealed: readonly SealedColumn[] = [
  {
    table: 'llm.prompts',
    column: 'sealed',
    key: ['company_id', 'attempt_id'],
    placeOf: ({ company_id, attempt_id }) => promptPlace(String(company_id), String(attempt_id)),
  },
]

/** The gateway to language-model providers: OpenAI's format for clients, limits and costs for operators. */
export const llmModule = defineModule({
  name: 'llm',
  tags: { 'Language models': 'The gateway to language-model providers.' },
  settings: [llmSettings],
  personalData: [llmData],
  sealedColumns: llmSealed,
  make: (needs: Needs) => {
    const { database, now, log, tallies, identity, settings } = needs
    const values = settings.of(llmSettings)
    const deps = depsFrom(needs, values)
    const { findCompany, companionToken } = identity
    const llm = createLlm({ ...deps, findCompany, companionToken })
    return {
      services: { llm },
      routes: [
        chatRoutes(llm, values.LLM_REQUEST_MAX_BYTES),
        usageRoutes({ database, now }),
        limitRoutes(llm),
        listRoutes(database, limitList(llm)),
      ],
      startWorkers: () => [
        runEvery({
          name: 'llm.expired_attempts',
          everyMs: secondsMs(10),
          log,
          work: async () => void (await settleExpired(deps)),
        }),
        runEvery({
          name: 'llm.old_attempts',
          everyMs: minutesMs(10),
          log,
          work: () => deleteAllOld(deps, values.LLM_RETENTION_DAYS),
        }),
      ],
      probes: () => [
        llmProbe({ database, tallies, now, families: deps.families, providers: deps.providers }),
      ],
    }
  },
})

function depsFrom(needs: Needs, values: LlmSettings): ChatDeps {
  const { database, now, log, metrics, tallies, outbound, incidents, seal } = needs
  const { families } = readFamilies(
    values.LLM_MODEL_PRICING_MATRIX_JSON,
    values.LLM_ALLOWED_MODELS_JSON,
  )
  return {
    database,
    now,
    log,
    outbound,
    incidents,
    families,
    metrics: createLlmMetrics(metrics, tallies),
    priceIds: readOnce(() => recordPrices(database, families, now())),
    prompts: createPromptKeeper({ database, seal, log }, values.LLM_STORE_PROMPTS),
    providers: {
      A: {
        name: 'A',
        dialect: openAiDialect,
        baseUrl: values.LLM_PROVIDER_A_BASE_URL,
        apiKey: values.LLM_PROVIDER_A_API_KEY,
      },
      B: {
        name: 'B',
        dialect: anthropicDialect,
        baseUrl: values.LLM_PROVIDER_B_BASE_URL,
        apiKey: values.LLM_PROVIDER_B_API_KEY,
      },
    },
    defaultLimits: {
      user: values.LLM_DAILY_TOKENS_PER_USER,
      company: values.LLM_DAILY_TOKENS_PER_COMPANY,
    },
    limits: {
      timeoutMs: values.LLM_TIMEOUT_MS,
      firstByteTimeoutMs: values.LLM_FIRST_BYTE_TIMEOUT_MS,
      idleTimeoutMs: values.LLM_IDLE_TIMEOUT_MS,
      retriesMax: values.LLM_RETRIES_MAX,
      outputTokensDefault: values.LLM_OUTPUT_TOKENS_DEFAULT,
    },
  }
}

/** The prices of a process do not change. A failure is not kept: the next request tries again. */
function readOnce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined
  return () => {
    kept ??= read().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

const deletedAtOnce = 1_000

/** Counters are of use on their own day. Some days more let an operator look at them. */
const counterDays = 7

async function deleteAllOld({ database, now }: ChatDeps, days: number): Promise<void> {
  const { pool } = database
  const before = firstIdAt('lla', after(now(), -daysMs(days)))
  while ((await deleteOld(pool, before, deletedAtOnce)) === deletedAtOnce);
  while ((await deleteOldAllowances(pool, now(), deletedAtOnce)) === deletedAtOnce);
  const beforeDay = utcDay(after(now(), -daysMs(counterDays)))
  while ((await deleteOldCounters(pool, beforeDay, deletedAtOnce)) === deletedAtOnce);
}
