import { type Compute, ComputeStopped } from '#platform/compute'
import { type ConfirmedMapping, type FoundProduct, refuseRead } from '../extract/index.ts'
import { withUnitCodes } from '../extract/unit-codes.ts'
import {
  type FeedAnswer,
  isParseAnswer,
  type ParseAnswer,
  type ParseQuestion,
  type PreviewQuestion,
  type ReadPageAnswer,
  type RobotsAnswer,
  type RobotsQuestion,
} from './questions.ts'

export type Document = { readonly url: string; readonly contentType: string; readonly body: Buffer }

/** The document cannot be parsed: it kills the parser, or takes too much time or memory. Another attempt would do the same. */
export class Unparsable extends Error {
  override readonly name = 'Unparsable'
  readonly reason: string

  constructor(reason: string, options: ErrorOptions = {}) {
    super(`The document could not be parsed: ${reason}.`, options)
    this.reason = reason
  }
}

export type FeedReader = {
  read(piece: Buffer, isLast: boolean): Promise<FeedAnswer>
  close(): Promise<void>
}

export type RobotsDecision = Extract<RobotsAnswer, { isKnown: true }>

/** Parses in child processes. What kills a child costs one document. */
export type Parser = {
  page(owner: string, document: Document): Promise<ReadPageAnswer>
  sitemap(owner: string, document: Document): Promise<ReadPageAnswer>
  /** Whether a robots.txt allows an address. `key` names its text, which is read only for a child that does not know it. */
  robots(
    owner: string,
    asked: Omit<RobotsQuestion, 'ask' | 'text'>,
    readText: () => Promise<string>,
  ): Promise<RobotsDecision>
  /** A child of its own, because the place in a feed is kept in its memory. */
  openFeed(
    owner: string,
    feed: Omit<Document, 'body'> & { readonly mapping?: ConfirmedMapping | undefined },
    now: Date,
  ): FeedReader
  /** The first products of a file as a mapping reads them. */
  preview(owner: string, asked: Omit<PreviewQuestion, 'ask'>): Promise<readonly FoundProduct[]>
}

const entry = new URL('./parse-child.ts', import.meta.url)
const limits = { cpuMs: 5_000, wallMs: 30_000, heapMaxMb: 192, memoryMaxMb: 512 }

export function createParser(compute: Compute): Parser {
  const shared = { entry, setup: null, isAnswer: isParseAnswer }
  const pool = compute.openPool<ParseQuestion, ParseAnswer>({
    ...shared,
    name: 'crawl_pages',
    limits: { ...limits, perOwnerMax: 2 },
  })
  const askPage = async (ask: 'page' | 'sitemap', owner: string, document: Document) => {
    const { url, contentType } = document
    const body = document.body.toString('base64')
    const answer = await orUnparsable(pool.ask(owner, { ask, url, contentType, body }))
    if (!('page' in answer)) throw new Unparsable('parser_broken')
    return inUnitCodes(answer.page)
  }
  return {
    page: (owner, document) => askPage('page', owner, document),
    sitemap: (owner, document) => askPage('sitemap', owner, document),
    robots: async (owner, asked, readText) => {
      const question = { ask: 'robots', ...asked } as const
      const decide = async (text?: string) => {
        const whole = { ...question, ...(text !== undefined && { text }) }
        const answer = await orUnparsable(pool.ask(owner, whole))
        if (!('robots' in answer)) throw new Unparsable('parser_broken')
        return answer.robots
      }
      const first = await decide()
      const decision = first.isKnown ? first : await decide(await readText())
      if (!decision.isKnown) throw new Unparsable('parser_broken')
      return decision
    },
    preview: async (owner, asked) => {
      const answer = await orUnparsable(pool.ask(owner, { ask: 'preview', ...asked }))
      if (!('preview' in answer)) throw new Unparsable('parser_broken')
      return withUnitCodes(answer.preview.products).products
    },
    openFeed: (owner, { url, contentType, mapping }, at) => {
      const now = at.toISOString()
      const own = compute.openPool<ParseQuestion, ParseAnswer>({
        ...shared,
        name: 'crawl_feeds',
        // A slow download must not end the child that waits for its next piece.
        limits: { ...limits, childrenMax: 1, idleMs: 600_000 },
      })
      let piece = 0
      return {
        read: async (body, isLast) => {
          const how = { url, contentType, now, ...(mapping && { mapping }) }
          const question = { ask: 'feed', ...how, isLast } as const
          const asked = own.ask(owner, { ...question, piece, body: body.toString('base64') })
          piece += 1
          const answer = await orUnparsable(asked)
          if (!('feed' in answer) || answer.feed.isLost) throw new Unparsable('parser_broken')
          return inUnitCodes(answer.feed)
        },
        close: () => own.close(),
      }
    },
  }
}

async function orUnparsable(asked: Promise<ParseAnswer>): Promise<ParseAnswer> {
  try {
    return await asked
  } catch (error) {
    const isOfDocument =
      error instanceof ComputeStopped && error.why !== 'busy' && error.why !== 'closed'
    if (!isOfDocument) throw error
    throw new Unparsable(`parser_${error.why}`, { cause: error })
  }
}

/** The table of units is a file, which the child may not read. */
function inUnitCodes<Answer extends ReadPageAnswer | FeedAnswer>(answer: Answer): Answer {
  const { products, problems, unpriced } = withUnitCodes(answer.products)
  const codes = problems.map(({ code }) => code)
  // With the unit the price is refused, too.
  const fields = refuseRead(answer.fields, { price: unpriced, unit: unpriced })
  return { ...answer, products, fields, problems: [...answer.problems, ...codes] }
}
