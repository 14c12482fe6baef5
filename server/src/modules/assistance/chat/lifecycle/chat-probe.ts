import { minutesMs } from '#kernel/time'
import { countOf, type Probe, problemIf } from '#platform/health'
import type { ChatDeps } from '../deps.ts'
import {
  talliedCompletions,
  talliedExtractions,
  talliedFailures,
  talliedResets,
} from '../metrics.ts'
import { stuckAfterMinutes } from './alert-stuck.ts'
import { readWaiting } from './lifecycle-store.ts'

type ProbeDeps = Pick<
  ChatDeps,
  'database' | 'tallies' | 'now' | 'agent' | 'modelAccess' | 'settings'
>

/** Reports the sessions that wait, and how often a lost worker was made up for. Counts are of the last 24 hours. */
export function chatProbe({
  database,
  tallies,
  now,
  agent,
  modelAccess,
  settings: { AI_AGENT_MODEL: model },
}: ProbeDeps): Probe {
  return {
    name: 'chatBriefLifecycle',
    surfaces: ['detailed', 'ops'],
    headline: 'queuedForExtraction',
    read: async () => {
      const [waiting, day] = await Promise.all([
        readWaiting(database.pool),
        tallies.read([talliedResets, talliedCompletions, talliedExtractions, talliedFailures]),
      ])
      const { queued, extracting, finalizing, oldestQueuedAt, oldestFinalizingAt } = waiting
      const ageMs = (since: Date | undefined) => (since ? now().getTime() - since.getTime() : 0)
      const extractions = day[talliedExtractions]
      return {
        metrics: {
          queuedForExtraction: queued,
          extracting,
          finalizing,
          reconcileReset: day[talliedResets].count,
          reconcileCompletion: day[talliedCompletions].count,
          oldestQueuedForExtractionSeconds: seconds(ageMs(oldestQueuedAt)),
          oldestFinalizingSeconds: seconds(ageMs(oldestFinalizingAt)),
          extractionsLastDay: extractions.count,
          extractionFailuresLastDay: day[talliedFailures].count,
          averageExtractionMs: extractions.count
            ? Math.round(extractions.sum / extractions.count)
            : 0,
          hasAgent: agent !== undefined,
        },
        problems: [
          ...problemIf(ageMs(oldestQueuedAt) > minutesMs(stuckAfterMinutes.queued), {
            code: 'chat-session.brief-lifecycle.queued-stuck',
            message: `${countOf(queued + extracting, 'chat session waits', 'chat sessions wait')} for an extraction, the oldest for over ${stuckAfterMinutes.queued} minutes.`,
            since: (oldestQueuedAt ?? now()).toISOString(),
            action: agent
              ? 'Check that a process with the role agent runs, and that AI_AGENT_BASE_URL is its address. Sessions continue by themselves.'
              : 'Set AI_AGENT_BASE_URL to the address of a process with the role agent, and restart. Sessions then continue by themselves.',
          }),
          ...problemIf(ageMs(oldestFinalizingAt) > minutesMs(stuckAfterMinutes.finalizing), {
            code: 'chat-session.brief-lifecycle.finalizing-stuck',
            message: `${countOf(finalizing, 'chat session waits', 'chat sessions wait')} for searches, the oldest for over ${stuckAfterMinutes.finalizing} minutes.`,
            since: (oldestFinalizingAt ?? now()).toISOString(),
            action: 'Check that a process with the role worker runs and reaches the database.',
          }),
          ...problemIf(model !== undefined && modelAccess === undefined, {
            code: 'chat.model-not-allowed',
            message: `The agent cannot ask ${model}, because no approved model family has it. Only its grammar reads the briefs.`,
            since: now().toISOString(),
            action:
              'Correct AI_AGENT_MODEL or approve its family. See the runbook chat.model-not-allowed.',
          }),
        ],
      }
    },
  }
}

const seconds = (ms: number) => Math.max(0, Math.round(ms / 1_000))
