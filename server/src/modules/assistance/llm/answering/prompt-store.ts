import { type Database, sql } from '#platform/db'
import type { Seal } from '#platform/seal'
import type { Log } from '#platform/telemetry'
import type { Attempt } from '../accounting/attempt.ts'
import type { ChatRequest } from './chat-request.ts'

/** Stores prompts and answers, sealed, of the companies that a setting names, and of no other. */
export type PromptKeeper = {
  keeps(companyId: string): boolean
  /** Never throws: the answer does not depend on it. */
  keep(attempt: Attempt, request: ChatRequest, answer: unknown): Promise<void>
}

type Deps = { readonly database: Database; readonly seal: Seal; readonly log: Log }

/** `companies`: ids separated by commas, `all`, or empty. */
export function createPromptKeeper({ database, seal, log }: Deps, companies: string): PromptKeeper {
  const named = new Set(companies.split(',').map((part) => part.trim()))
  const keeps = (companyId: string) => named.has('all') || named.has(companyId)
  return {
    keeps,
    keep: async ({ id, companyId, userId, createdAt }, { messages, tools }, answer) => {
      if (!keeps(companyId)) return
      const sealed = seal.seal(
        JSON.stringify({ messages, tools, answer }),
        promptPlace(companyId, id),
      )
      await sql`
        insert into llm.prompts (attempt_id, company_id, user_id, sealed, created_at)
        values (${id}, ${companyId}, ${userId}, ${sealed}, ${createdAt})
      `
        .execute(database.pool)
        .catch((error: unknown) => {
          log.warn({ err: error, attemptId: id }, 'A prompt could not be stored.')
        })
    },
  }
}

export function promptPlace(companyId: string, attemptId: string): string {
  return `${companyId}|llm.prompts|sealed|${attemptId}`
}
