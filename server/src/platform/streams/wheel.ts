const keepAliveMs = 15_000

/** Visits each member once in fifteen seconds, spread over the ticks of one timer. */
export type Wheel<Member> = {
  add(member: Member, tick: number): void
  remove(member: Member): void
  due(tick: number): Iterable<Member>
}

export function createKeepAliveWheel<Member extends object>(tickMs: number): Wheel<Member> {
  const size = Math.floor(keepAliveMs / tickMs)
  const slots = Array.from({ length: size }, () => new Set<Member>())
  const slotOf = (tick: number) => slots[tick % size] as Set<Member>
  return {
    add: (member, tick) => slotOf(tick).add(member),
    remove: (member) => {
      for (const slot of slots) if (slot.delete(member)) return
    },
    due: slotOf,
  }
}
