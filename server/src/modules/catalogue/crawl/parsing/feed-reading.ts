import { addCounts, type FieldCounts, readFeed } from '../extract/index.ts'
import { feedBroken } from './feed-broken.ts'
import { type FeedQuestion, isAcceptable, type ParseAnswer } from './questions.ts'

type Reading = {
  nextPiece: number
  give(piece: Buffer | undefined): void
  /** Resolves with what was read, when the reader needs the next piece or has ended. */
  taken(): Promise<{ products: unknown[]; problems: string[]; fields: FieldCounts }>
}

const problemsMax = 50

/** Feeds come in pieces, one question each. The child keeps the place in the feed between them. */
export function createFeedReading(): (question: FeedQuestion) => Promise<ParseAnswer> {
  let reading: Reading | undefined
  return async (question) => {
    const { piece, isLast, body } = question
    if (piece === 0) reading = startReading(question)
    if (!reading || reading.nextPiece !== piece) {
      return { feed: { products: [], fields: {}, problems: [], isLost: true } }
    }
    reading.nextPiece += 1
    reading.give(Buffer.from(body, 'base64'))
    if (isLast) reading.give(undefined)
    const { products, problems, fields } = await reading.taken()
    return { feed: { products: products as never, fields, problems, isLost: false } }
  }
}

function startReading({ url, contentType, now }: FeedQuestion): Reading {
  const pieces: (Buffer | undefined)[] = []
  let wake: (() => void) | undefined
  let rest: (() => void) | undefined
  let hasEnded = false
  let products: unknown[] = []
  let problems: string[] = []
  let fields: FieldCounts = {}
  const onCounted = (counts: FieldCounts) => {
    fields = addCounts(fields, counts)
  }

  async function* body(): AsyncIterable<Buffer> {
    for (;;) {
      if (pieces.length === 0) {
        rest?.()
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const piece = pieces.shift()
      if (piece === undefined) return
      yield piece
    }
  }

  const read = async () => {
    const input = { url, contentType, now: new Date(now), body: body(), onCounted }
    for await (const found of readFeed(input)) {
      if (isAcceptable(found)) products.push(found)
      else if (problems.length < problemsMax) problems.push(problemOf(found))
    }
  }
  read()
    .catch(() => problems.push(feedBroken))
    .finally(() => {
      hasEnded = true
      rest?.()
    })

  return {
    nextPiece: 0,
    give: (piece) => {
      pieces.push(piece)
      wake?.()
    },
    taken: async () => {
      // The reader takes pieces in later turns, so wait until it asks for one that is not there.
      await new Promise<void>((resolve) => {
        rest = resolve
        if (hasEnded) resolve()
      })
      const taken = { products, problems, fields }
      products = []
      problems = []
      fields = {}
      return taken
    },
  }
}

function problemOf(found: object): string {
  return 'code' in found && typeof found.code === 'string' ? found.code : 'product_unacceptable'
}
