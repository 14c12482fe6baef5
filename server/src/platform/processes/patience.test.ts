import { expect, it } from 'vitest'
import { createPatience } from './patience.ts'

const limits = { startLooksMax: 10, silentLooksMax: 3, healthyLooks: 5 }

it('gives the start of a child longer than its later silence', () => {
  const patience = createPatience(limits)
  patience.begin()
  expect(looksUntilEnd(patience)).toBe(11)
  patience.begin()
  patience.beat()
  expect(patience.isStarting()).toBe(false)
  expect(looksUntilEnd(patience), 'twice as long after an end by force').toBe(7)
})

it('waits longer after each end by force, until a child is healthy', () => {
  const patience = createPatience(limits)
  const ends = Array.from({ length: 6 }, () => {
    patience.begin()
    return looksUntilEnd(patience)
  })
  expect(ends).toEqual([11, 21, 41, 81, 161, 161])

  patience.begin()
  for (let n = 0; n < limits.healthyLooks; n += 1) {
    expect(patience.isHealthy()).toBe(false)
    patience.beat()
    expect(patience.look()).toBe(false)
  }
  expect(patience.isHealthy()).toBe(true)
  expect(looksUntilEnd(patience), 'as at first').toBe(3)
})

/** A parent that was held up looks once, however long that took. */
it('does not end a child that beats between two looks', () => {
  const patience = createPatience(limits)
  patience.begin()
  for (let n = 0; n < 50; n += 1) {
    patience.beat()
    expect(patience.look()).toBe(false)
  }
})

function looksUntilEnd(patience: ReturnType<typeof createPatience>): number {
  for (let looks = 1; ; looks += 1) if (patience.look()) return looks
}
