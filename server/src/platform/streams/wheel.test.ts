import { expect, it } from 'vitest'
import { createKeepAliveWheel } from './wheel.ts'

it('the wheel visits each member once in fifteen seconds, and few at once', () => {
  const wheel = createKeepAliveWheel<{ readonly name: number }>(250)
  const members = Array.from({ length: 600 }, (_unused, name) => ({ name }))
  for (const member of members) wheel.add(member, member.name)
  const seen: number[] = []
  for (let tick = 600; tick < 660; tick += 1) {
    const due = [...wheel.due(tick)]
    expect(due).toHaveLength(10)
    seen.push(...due.map(({ name }) => name))
  }
  expect(new Set(seen).size).toBe(600)
  for (const member of members) wheel.remove(member)
  expect([...wheel.due(7)]).toEqual([])
})
