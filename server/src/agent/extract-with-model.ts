import type { Outbound } from '#platform/net'
import {
  type Extraction,
  type ExtractionInput,
  finishBrief,
  orderOf,
  readByGrammar,
} from './extract-brief.ts'
import { readDay } from './grammar/dates/days.ts'
import { readingOf } from './grammar/read-message.ts'
import type { Reading } from './grammar/reading.ts'
import { conventionOf } from './languages.ts'
import { askModel, type ModelAccess } from './model/ask-model.ts'
import { briefOfAnswer } from './model/brief-of-answer.ts'
import { type DegradedReason, ModelFailed } from './model/degraded-reason.ts'
import { mergeBriefs } from './model/merge-briefs.ts'

/** UTF-16 units of all messages that a model gets. */
const askedLengthMax = 30_000

export type AssistedExtraction = Extraction & {
  /** Present when the model did not help, or when a part of its answer was refused. */
  readonly degraded?: true
  readonly degradedReason?: DegradedReason
}

export type ModelDeps = {
  readonly outbound: Pick<Outbound, 'request'>
  readonly timeoutMs: number
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** The brief of the grammar, with what a model adds. The model is never needed: without its help the result says why. */
export async function extractWithModel(
  deps: ModelDeps,
  input: ExtractionInput,
  access: ModelAccess,
): Promise<AssistedExtraction> {
  const { brief, doubts } = readByGrammar(input)
  try {
    const { messages } = input
    const length = messages.reduce((sum, { text }) => sum + text.length, 0)
    if (length > askedLengthMax) throw new ModelFailed('messages_too_long')
    const answer = await askModel(deps.outbound, access, { ...deps, messages })
    const dates = {
      today: readDay(input.today),
      order: orderOf(input.locale),
      language: conventionOf(input.locale),
    }
    const verified = briefOfAnswer(answer, readingsOf(input), dates)
    const extraction = finishBrief(input, mergeBriefs(brief, verified.brief), doubts)
    return verified.refused === 0 ? extraction : degrade(extraction, 'model_quotes_not_found')
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error
    return degrade(finishBrief(input, brief, doubts), error.reason)
  }
}

export function degrade(extraction: Extraction, reason: DegradedReason): AssistedExtraction {
  return { ...extraction, degraded: true, degradedReason: reason }
}

/** The messages of the buyer, each in the language that the grammar sees in it. */
function readingsOf({ messages, locale, currency }: ExtractionInput): Reading[] {
  let language = conventionOf(locale)
  return messages.flatMap((message, at) => {
    if (message.role !== 'buyer') return []
    const reading = readingOf(message, at, language, currency)
    language = reading.language
    return [reading]
  })
}
