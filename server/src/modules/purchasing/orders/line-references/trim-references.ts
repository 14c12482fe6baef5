import { oneLineWithText } from '#kernel/one-line'

/** Trims references: "4711 " means "4711", and would otherwise match no budget. A blank reference counts as absent. */
export function trimEach<References extends object>(references: References): References {
  const entries = Object.entries(references).map(([key, value]) => [key, trimValue(value)])
  return Object.fromEntries(entries) as References
}

/** Allocations have references of their own. */
function trimValue(value: unknown): unknown {
  if (typeof value === 'string') return trimText(value)
  return Array.isArray(value) ? value.map((one: object) => trimEach(one)) : value
}

const hasText = new RegExp(oneLineWithText)

function trimText(text: string): string | undefined {
  return hasText.test(text) ? text.trim() : undefined
}
