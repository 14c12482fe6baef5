import { openStream, type StreamEvent } from './open-stream.ts'

export type Disconnects = {
  readonly searches: number
  readonly disconnects: number
  readonly events: number
  readonly lost: number
  readonly twice: number
  readonly productsTwice: number
}

type Followed = { readonly disconnects: number; readonly events: readonly StreamEvent[] }

/** Follows long searches and disconnects from them again and again at random times, a thousand times in all. */
export async function forcedDisconnects(
  begin: () => Promise<string>,
  headers: Readonly<Record<string, string>>,
  disconnectsMin: number,
): Promise<Disconnects> {
  const followed: Followed[] = []
  const done = () => followed.reduce((sum, { disconnects }) => sum + disconnects, 0)
  while (done() < disconnectsMin) {
    const urls = await Promise.all([begin(), begin(), begin(), begin()])
    followed.push(...(await Promise.all(urls.map((url) => follow(url, headers)))))
  }
  return {
    searches: followed.length,
    disconnects: done(),
    events: sum(followed.map(({ events }) => events.length)),
    lost: sum(
      followed.map(
        ({ events }) => (events.at(-1)?.number ?? 0) - distinct(events.map(({ number }) => number)),
      ),
    ),
    twice: sum(
      followed.map(({ events }) => events.length - distinct(events.map(({ number }) => number))),
    ),
    productsTwice: sum(followed.map(({ events }) => doubledProducts(events))),
  }
}

async function follow(url: string, headers: Readonly<Record<string, string>>): Promise<Followed> {
  const { pathname } = new URL(url)
  const searchId = pathname.split('/').at(-2) ?? ''
  const events: StreamEvent[] = []
  let disconnects = 0
  const isOver = () => events.at(-1)?.kind === 'search.completed'
  while (!isOver()) {
    let left = Math.floor(Math.random() * 4)
    const last = events.at(-1)
    const stream = openStream(url, {
      headers: last ? { ...headers, 'last-event-id': `${searchId}/${last.number}` } : headers,
      onEvent: (event) => {
        // Data that arrived with this event is dropped, as by a client that died.
        if (left < 0) return
        left -= 1
        events.push(event)
        if (left < 0 && !isOver()) stream.leave()
      },
    })
    await stream.ended
    if (!isOver()) disconnects += 1
  }
  return { disconnects, events }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const distinct = (values: readonly unknown[]) => new Set(values).size

function doubledProducts(events: readonly StreamEvent[]): number {
  const ids = events.flatMap(({ kind, data }) =>
    kind === 'products' ? (JSON.parse(data) as { products: { id: string }[] }).products : [],
  )
  return ids.length - distinct(ids.map(({ id }) => id))
}
