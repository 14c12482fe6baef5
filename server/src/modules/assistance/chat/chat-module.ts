import type { Carts } from '#modules/cart'
import type { Crawls } from '#modules/crawl'
import type { Incidents } from '#modules/incidents'
import type { Llm } from '#modules/llm'
import type { Changes, ProductReader, TermsOf } from '#modules/products'
import type { Requisitions } from '#modules/requisitions'
import type { Searches } from '#modules/search'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import type { ChatDeps } from './deps.ts'
import { createAgentClient } from './extraction/agent-client.ts'
import { extractionQueue } from './extraction/extraction-queue.ts'
import { finalizationQueue } from './finalization/finalization-store.ts'
import { chatProbe } from './lifecycle/chat-probe.ts'
import { chatJobs, chatSchedules } from './lifecycle/jobs.ts'
import { createChatMetrics } from './metrics.ts'
import { chatData } from './personal-data-store.ts'
import { chatRoutes } from './routes.ts'
import { createChat } from './service.ts'
import { messageList } from './sessions/message-list.ts'
import { sessionList } from './sessions/session-list.ts'
import { chatSettings, gatewayUrlOf } from './settings.ts'

type Needs = Runtime & {
  readonly incidents: Incidents
  readonly llm: Llm
  readonly searches: Searches
  readonly carts: Carts
  readonly requisitions: Requisitions
  readonly crawls: Crawls
  readonly productReader: ProductReader
  readonly productChanges: Changes
  readonly terms: TermsOf
  readonly currencyOf: (companyId: string) => Promise<string>
}

/** Chat sessions in which buyers say what they need, and the briefs that grow out of them. */
export const chatModule = defineModule({
  name: 'chat',
  tags: { Chat: 'Chat sessions and the briefs that grow out of them.' },
  settings: [chatSettings],
  schedules: chatSchedules,
  personalData: chatData,
  inPlaceQueues: [finalizationQueue],
  make: (needs: Needs) => {
    const deps = depsFrom(needs)
    const chat = createChat({ ...deps, cache: needs.cache, registry: needs.metrics })
    return {
      services: {},
      routes: [chatRoutes(chat), listRoutes(deps.database, sessionList(chat), messageList(chat))],
      jobs: chatJobs(deps),
      startWorkers: chat.startWorkers,
      sweepings: chat.sweepings,
      poisonQueues: [{ queue: extractionQueue, resets: ['failure_code'] }],
      probes: () => [chatProbe(deps)],
    }
  },
})

function depsFrom(needs: Needs): ChatDeps {
  const { database, now, log, wake, tallies, outbound } = needs
  const settings = needs.settings.of(chatSettings)
  const { AI_AGENT_BASE_URL: baseUrl, AI_AGENT_TIMEOUT_MS: timeoutMs } = settings
  return {
    database,
    now,
    log,
    wake,
    tallies,
    metrics: createChatMetrics(needs.metrics, tallies),
    incidents: needs.incidents,
    agent: baseUrl === undefined ? undefined : createAgentClient({ outbound, baseUrl, timeoutMs }),
    modelAccess: modelAccessFrom(needs),
    searches: needs.searches,
    carts: needs.carts,
    requisitions: needs.requisitions,
    crawls: needs.crawls,
    reader: needs.productReader,
    changes: needs.productChanges,
    terms: needs.terms,
    currencyOf: needs.currencyOf,
    settings,
  }
}

/** The tokens that one extraction may spend: the longest messages that a model gets, and its answer. */
const tokensOfExtraction = 40_000

function modelAccessFrom({ llm, settings }: Needs): ChatDeps['modelAccess'] {
  const { AI_AGENT_MODEL: model } = settings.of(chatSettings)
  if (model === undefined || !llm.hasModel(model)) return undefined
  const baseUrl = gatewayUrlOf(settings)
  return async ({ companyId, ownerId }) => {
    const token = await llm.companionToken({
      companyId,
      userId: ownerId,
      tokens: tokensOfExtraction,
    })
    return { baseUrl, token, model }
  }
}
