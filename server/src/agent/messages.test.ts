import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  messageSets,
  readMessageLine,
  readMessageSet,
  type Shares,
  scoreMessages,
  sharesOf,
} from './score-messages.fixture.ts'

type Committed = Readonly<Record<string, Readonly<Record<string, Shares>>>>

const file = join(import.meta.dirname, '../../test/data/briefs/figures.json')
const committed = JSON.parse(readFileSync(file, 'utf8')) as Committed
/** A kind may lose this much of a share before a change must say why. */
const toleranceMax = 0.03

describe.each(messageSets)('the messages of %s', (set) => {
  const kinds = scoreMessages(readMessageSet(set))

  it('have the kinds whose figures are committed', () => {
    expect([...kinds.keys()].toSorted()).toEqual(Object.keys(committed[set] ?? {}).toSorted())
  })

  // The figures of a kind, and never a message: some of them judge rules whose authors do not read them.
  it.each([...kinds])('are read as well as before: %s', (kind, figures) => {
    const shares = sharesOf(figures)
    const before = committed[set]?.[kind] as Shares
    for (const share of ['precision', 'recall', 'quantityF1', 'right', 'calibration'] as const) {
      expect(shares[share], share).toBeGreaterThanOrEqual(before[share] - toleranceMax)
    }
  })
})

describe('a line of a set that is not as its source says', () => {
  it.each([
    ['{', '(the line is no JSON)'],
    ['{"language":"en","today":"2026-11-23","expected":{"items":[]}}', 'text'],
    ['{"language":"en","today":"2026-11-23","text":"secret"}', 'expected.items'],
    [
      '{"language":"en","today":"2026-11-23","text":"secret","expected":{"items":[{}]}}',
      'expected.items[0].what',
    ],
  ])('is named by its place and its field, and never by its content: %s', (line, field) => {
    const message = `set, line 3: the field ${field} is not as SOURCE.md says`
    expect(() => readMessageLine(line, 'set, line 3')).toThrow(message)
    expect(() => readMessageLine(line, 'set, line 3')).not.toThrow(/secret/)
  })
})
