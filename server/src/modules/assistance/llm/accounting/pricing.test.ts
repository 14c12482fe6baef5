import { describe, expect, it } from 'vitest'
import { familyOf, femtoOf, readFamilies } from './pricing.ts'
import { costNanoOf, noUsage } from './token-usage.ts'

const matrix = (entries: object) => JSON.stringify(entries)
const price = { provider: 'A', inputPerMillion: '2.50', outputPerMillion: '10.00' }

describe('the two settings', () => {
  it.each([
    ['{"gpt": ', undefined, ['pricing: must be a JSON object']],
    ['[]', undefined, ['pricing: must be a JSON object']],
    [matrix({ gpt: { ...price, provider: 'C' } }), undefined, ['pricing: must be a JSON object']],
    [
      matrix({ gpt: { ...price, inputPerMillion: 2.5 } }),
      undefined,
      ['pricing: must be a JSON object'],
    ],
    [
      matrix({ gpt: { ...price, inputPerMillion: '-1' } }),
      undefined,
      ['pricing: must be a JSON object'],
    ],
    [
      matrix({ gpt: { ...price, inputPerMillion: '1000000' } }),
      undefined,
      ['pricing: must be a JSON object'],
    ],
    [matrix({ gpt: { ...price, free: false } }), undefined, ['pricing: must be a JSON object']],
    [
      matrix({ gpt: { ...price, free: true } }),
      undefined,
      ['pricing: declares "gpt" free and gives it a price'],
    ],
    [matrix({ 'g p t': price }), undefined, ['pricing: prices "g p t"']],
    [matrix({ '': price }), undefined, ['pricing: prices ""']],
    [matrix({ gpt: price }), '"gpt"', ['allowed: must be a JSON array']],
    [matrix({ gpt: price }), '["gpt-5"]', ['allowed: approves "gpt-5"']],
    [undefined, '["gpt"]', ['allowed: approves "gpt"']],
    [matrix({ gpt: price }), '["constructor"]', ['allowed: approves "constructor"']],
    ['x', 'y', ['pricing: must be a JSON object', 'allowed: must be a JSON array']],
    [matrix({ gpt: price }), '["gpt"]', []],
    [undefined, undefined, []],
  ])('%s with %s', (pricing, allowed, expected) => {
    const problems = readFamilies(pricing, allowed).problems.map(
      ({ of, problem }) => `${of}: ${problem}`,
    )
    expect(problems).toHaveLength(expected.length)
    for (const [at, problem] of problems.entries()) expect(problem).toContain(expected[at])
  })

  it('open no family without an allowed list', () => {
    const { families } = readFamilies(matrix({ gpt: price }), undefined)
    expect(families).toMatchObject([{ name: 'gpt', provider: 'A', isAllowed: false }])
  })
})

describe('the family of a model', () => {
  const { families } = readFamilies(
    matrix({ gpt: price, 'gpt-5': price, 'gpt-5-2026': { ...price, provider: 'B' } }),
    '["gpt", "gpt-5"]',
  )
  it.each([
    ['gpt', 'gpt', true],
    ['gpt-5', 'gpt-5', true],
    ['gpt-5-latest', 'gpt-5', true],
    ['gpt-5-2026-08-07', 'gpt-5', true],
    ['gpt-5-20260807', 'gpt-5', true],
    ['gpt-5-0613', 'gpt-5', true],
    ['gpt-5-001', 'gpt-5', true],
    // The longer family decides, although it is closed.
    ['gpt-5-2026', 'gpt-5-2026', false],
    ['gpt-5-2026-latest', 'gpt-5-2026', false],
    ['gpt-4', undefined, undefined],
    ['gpt-5-evil-expensive', undefined, undefined],
    ['gpt-5-mini', undefined, undefined],
    ['gpt-55', undefined, undefined],
    ['gpt-5.5', undefined, undefined],
    ['gpt-5x-0613', undefined, undefined],
    ['gpt-5-06', undefined, undefined],
    ['gpt-5-32k', undefined, undefined],
    ['gpt-5-0613-preview', undefined, undefined],
    ['gpt-5-0613-latest', undefined, undefined],
    ['gpt-5-2026-8-7', undefined, undefined],
    ['gpt-5-', undefined, undefined],
    ['gpt-5-latest\n', undefined, undefined],
    ['my-gpt-5', undefined, undefined],
    ['gp', undefined, undefined],
    ['GPT-5', undefined, undefined],
  ])('%s is %s', (model, name, isAllowed) => {
    const family = familyOf(families, model)
    expect(family?.name).toBe(name)
    expect(family?.isAllowed).toBe(isAllowed)
  })
})

describe('a cost', () => {
  it.each([
    ['2.50', 2_500_000_000n],
    ['0', 0n],
    ['0.000000001', 1n],
    ['999999999.999999999', 999_999_999_999_999_999n],
    ['0.0375', 37_500_000n],
  ])('of %s dollars for a million tokens is %i femto-dollars for one', (perMillion, femto) => {
    expect(femtoOf(perMillion)).toBe(femto)
  })

  it('is exact, and rounded once', () => {
    const cheap = {
      inputFemto: 37_500_000n,
      outputFemto: 150_000_000n,
      cachedInputFemto: 3_750_000n,
      isFree: false,
    }
    // 3 × 37.5 + 1 × 3.75 + 2 × 37.5 + 5 × 150 nano-dollars.
    const usage = { uncachedInput: 3, cachedInput: 1, cacheWriteInput: 2, output: 5, reasoning: 4 }
    expect(costNanoOf(usage, cheap)).toBe(941n)
    expect(costNanoOf(noUsage, cheap)).toBe(0n)
    expect(costNanoOf({ ...noUsage, output: 9_007_199_254_740_991 }, cheap)).toBe(
      1_351_079_888_211_148_650n,
    )
  })
})
