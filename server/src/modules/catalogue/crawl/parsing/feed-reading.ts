import { addCounts, type FieldCounts, type FileShape, readFeed } from '../extract/index.ts'
import { feedBroken } from './feed-broken.ts'
import { type FeedQuestion, isAcceptable, type ParseAnswer } from './questions.ts'

type Reading = {
  nextPiece: number
  give(piece: Buffer | undefined): void
  /** Resolves with what was read, when the reader needs the next piece or has ended. */
  taken(): Promise<{
    products: unknown[]
    problems: string[]
    fields: FieldCounts
    shapes: readonly FileShape[] | undefined
  }>
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
    const { products, problems, fields, shapes } = await reading.taken()
    const feed = { products: products as never, fields, problems, isLost: false }
    return { feed: { ...feed, ...(shapes && { shapes }) } }
  }
}

function startReading({ url, contentType, now, mapping }: FeedQuestion): Reading {
  const pieces: (Buffer | undefined)[] = []
  let wake: (() => void) | undefined
  let rest: (() => void) | undefined
  let hasEnded = false
  let products: unknown[] = []
  let problems: string[] = []
  let fields: FieldCounts = {}
  let shapes: readonly FileShape[] | undefined
  const onShapes = (found: readonly FileShape[]) => {
    shapes = found
  }
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
    const how = { url, contentType, now: new Date(now), mapping }
    const input = { ...how, body: body(), onCounted, onShapes }
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
      const taken = { products, problems, fields, shapes }
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
