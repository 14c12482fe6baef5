import assert from 'node:assert/strict'
import { useDatabase } from '#harness'
import { createIncidents } from '#modules/incidents'
import { createMemoryCache } from '#platform/cache'
import { createOutbound } from '#platform/net'
import { createTallies } from '#platform/tallies'
import { createLog, createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { aPrincipal } from '#testing/actors'
import { aCartService } from '#testing/cart'
import { aCatalog } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { useCompanion } from '#testing/hosts/companion'
import { useSearchService } from '../../catalogue/search/streamed/searches.fixture.ts'
import type { ChatDeps } from './deps.ts'
import { createAgentClient } from './extraction/agent-client.ts'
import { createChatMetrics } from './metrics.ts'
import { createChat } from './service.ts'

export const buyer = aPrincipal('buyer')
const language = { locale: 'en', idempotency: undefined } as const

/** Chat sessions with a clock of the test, a companion, and no workers of their own. */
export async function useChatStage() {
  const database = await useDatabase()
  const clock = { now: new Date('2026-03-02T12:00:00Z') }
  const now = () => clock.now
  const log = createLog({ level: 'silent' })
  const cache = createMemoryCache(now)
  const companion = await useCompanion()
  const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'purveyor/1' }))
  const registry = createMetrics()
  const tallies = createTallies({ database, now, log })
  const catalog = aCatalog({ database, now })
  const search = await useSearchService({ database, now })
  const agent = createAgentClient({ outbound, baseUrl: companion.url, timeoutMs: 5_000 })
  const deps: ChatDeps = {
    database,
    now,
    log,
    wake: createWake(cache),
    tallies,
    metrics: createChatMetrics(registry, tallies),
    incidents: createIncidents({ database, now }),
    agent,
    searches: search.searches,
    carts: aCartService(database, catalog, { now }),
    crawls: {
      sourcesNamedIn: async () => [],
      listRunsById: async () => [],
      propose: async () => undefined,
    },
    requisitions: {
      exists: async () => false,
      draft: () => assert.fail('no test makes a requisition'),
      read: () => assert.fail('no test reads a requisition'),
    },
    reader: catalog.reader,
    changes: catalog.changes,
    terms: catalog.terms,
    currencyOf: async () => 'EUR',
    settings: {
      AI_AGENT_BASE_URL: companion.url,
      AI_AGENT_TIMEOUT_MS: 5_000,
      AI_AGENT_MODEL_TIMEOUT_MS: 4_000,
      CHAT_EXTRACTION_CONCURRENCY: 8,
      CHAT_MESSAGE_LENGTH_MAX: 20_000,
      CHAT_TRANSCRIPT_LENGTH_MAX: 200,
      CHAT_MESSAGES_MAX: 6,
      CHAT_SESSIONS_MAX: 3,
      CHAT_BRIEF_ITEMS_MAX: 50,
      CHAT_REPLY_WAIT_MS: 0,
      CHAT_RETENTION_DAYS: 365,
      CHAT_STREAMS_MAX: 10,
      CHAT_STREAMS_PER_CREDENTIAL: 10,
    },
  }
  const chat = createChat({ ...deps, cache, registry })
  return {
    deps,
    agent,
    chat,
    clock,
    companion,
    search,
    registry,
    open: () => chat.open(buyer, { ...language, currency: undefined }),
    send: (sessionId: string, text: string) => chat.send(buyer, sessionId, { ...language, text }),
  }
}
