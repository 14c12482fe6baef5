import { type Bucket, createBuckets, type Gauges, type Tallies } from '#platform/tallies'
import { productBounds, type StreamEnd, secondBounds, streamEnds } from './stream-ends.ts'

/** The streams of one process right now. */
export type StreamsNow = {
  readonly open: number
  /** The streams that poll for rows now, because hints do not arrive. */
  readonly polling: number
  /** Since when this process gets no hints at all, if so. */
  readonly pollingSince: Date | undefined
}

/** The streams of all processes: those of now, and counts of the last 24 hours. */
export type StreamReading = StreamsNow & {
  readonly fallbacks: number
  readonly products: number
  readonly ended: Readonly<Record<StreamEnd, number>>
  /** How many seconds the streams lasted. */
  readonly durations: readonly Bucket[]
  readonly productsPerStream: readonly Bucket[]
}

/** The figures of streams that the health surfaces show. All processes share them, and a restart loses none. */
export type StreamFigures = {
  ended(how: StreamEnd, seconds: number, products: number): void
  fellBack(streams: number): void
  /** From now on the open streams of the service include those of this process. */
  watch(streamsNow: () => StreamsNow): void
  read(): Promise<StreamReading>
}

type Deps = {
  readonly tallies: Pick<Tallies, 'add' | 'read'>
  readonly gauges: Pick<Gauges, 'register' | 'read'>
}

export function createStreamFigures({ tallies, gauges }: Deps, prefix: string): StreamFigures {
  const [open, polling] = [`${prefix}.streams_open`, `${prefix}.streams_polling`]
  const fallbacks = `${prefix}.stream_fallbacks`
  const endOf = (how: StreamEnd) => `${prefix}.streams_ended.${how}`
  const durations = createBuckets(`${prefix}.stream_seconds`, secondBounds)
  const perStream = createBuckets(`${prefix}.stream_products`, productBounds)
  const ends = streamEnds.map(endOf)
  return {
    ended: (how, seconds, products) => {
      tallies.add(endOf(how))
      tallies.add(durations.nameOf(seconds), seconds)
      tallies.add(perStream.nameOf(products), products)
    },
    fellBack: (streams) => tallies.add(fallbacks, streams),
    watch: (streamsNow) => {
      gauges.register(open, () => ({ value: streamsNow().open }))
      gauges.register(polling, () => {
        const { polling: value, pollingSince: since } = streamsNow()
        return { value, since }
      })
    },
    read: async () => {
      const [counted, now] = await Promise.all([
        tallies.read<string>([fallbacks, ...ends, ...durations.names, ...perStream.names]),
        gauges.read<string>([open, polling]),
      ])
      const productsPerStream = perStream.from(counted)
      const ended = streamEnds.map((how) => [how, counted[endOf(how)]?.count ?? 0])
      return {
        open: now[open]?.value ?? 0,
        polling: now[polling]?.value ?? 0,
        pollingSince: now[polling]?.since,
        fallbacks: counted[fallbacks]?.sum ?? 0,
        products: productsPerStream.reduce((products, { sum }) => products + sum, 0),
        ended: Object.fromEntries(ended) as Record<StreamEnd, number>,
        durations: durations.from(counted),
        productsPerStream,
      }
    },
  }
}
