import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from './event.ts'
import { createTail } from './tail.ts'

describe('the tail of the log', () => {
  it('returns what lies between two positions, or nothing when it is incomplete', () => {
    const tail = createTail()
    expect(tail.between(0, 0)).toBeUndefined()
    tail.add(numbered(5, 7))
    tail.add([])
    tail.add(numbered(8, 9))

    expect(placesOf(tail.between(4, 9))).toEqual([5, 6, 7, 8, 9])
    expect(placesOf(tail.between(6, 8))).toEqual([7, 8])
    expect(placesOf(tail.between(9, 9))).toEqual([])
    expect(tail.between(3, 9), 'an older one').toBeUndefined()
    expect(tail.between(6, 10), 'one that another process has numbered').toBeUndefined()
  })

  it('drops what lies before a gap, and what exceeds its size', () => {
    const tail = createTail()
    tail.add(numbered(1, 3))
    tail.add(numbered(5, 6))
    expect(tail.between(2, 6)).toBeUndefined()
    expect(placesOf(tail.between(4, 6))).toEqual([5, 6])

    tail.add(numbered(7, 2_000))
    expect(tail.between(4, 2_000)).toBeUndefined()
    expect(placesOf(tail.between(1_998, 2_000))).toEqual([1_999, 2_000])
  })
})

function numbered(from: number, to: number): LoggedEvent[] {
  return Array.from({ length: to - from + 1 }, (_, at) => anEvent(from + at))
}

function anEvent(position: number): LoggedEvent {
  return {
    id: `evt_${position}`,
    position,
    type: 'order.created',
    version: 1,
    companyId: 'co_1',
    sequence: position,
    occurredAt: new Date(0),
    entity: { type: 'order', id: 'ord_1', version: 1 },
    data: {},
    cause: undefined,
  }
}

function placesOf(events: readonly LoggedEvent[] | undefined) {
  return events?.map(({ position }) => position)
}
