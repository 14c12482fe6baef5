/** Items that wait, by owner. Owners take turns, so an owner with many items delays only its own. */
export type FairQueue<Item> = {
  readonly size: number
  sizeOf(owner: string): number
  /** Whether more than `count` items wait, counting only owners that may be served. */
  hasMoreThan(count: number, mayServe: (owner: string) => boolean): boolean
  add(owner: string, item: Item): void
  /** The oldest item of the next owner that may be served. */
  take(mayServe: (owner: string) => boolean): Item | undefined
  takeAll(): Item[]
}

export function createFairQueue<Item>(): FairQueue<Item> {
  // A Map keeps the order in which owners came. An owner that was served goes to its end.
  const queues = new Map<string, Item[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    sizeOf: (owner) => queues.get(owner)?.length ?? 0,
    hasMoreThan: (count, mayServe) => {
      let left = count
      for (const [owner, queue] of queues) {
        if (mayServe(owner)) left -= queue.length
        if (left < 0) return true
      }
      return false
    },
    add: (owner, item) => {
      const queue = queues.get(owner)
      if (queue) queue.push(item)
      else queues.set(owner, [item])
      size += 1
    },
    take: (mayServe) => {
      for (const [owner, queue] of queues) {
        if (!mayServe(owner)) continue
        const item = queue.shift()
        queues.delete(owner)
        if (queue.length > 0) queues.set(owner, queue)
        size -= 1
        return item
      }
      return undefined
    },
    takeAll: () => {
      const all = [...queues.values()].flat()
      queues.clear()
      size = 0
      return all
    },
  }
}
