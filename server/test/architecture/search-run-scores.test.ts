import { describe, expect, it } from 'vitest'
import { fallenBelow, gradesOf, ndcgOf, scoresOf } from '../../scripts/search-run/score-run.ts'

const grades = gradesOf(
  'query_id\tproduct_id\tlabel\nq1\ta\t3\nq1\tb\t1\nq1\tc\t0\nq2\ta\t2\nq3\tx\t0\n',
)
const queries = [
  { id: 'q1', class: 'head' },
  { id: 'q2', class: 'typo' },
  { id: 'q3', class: 'typo' },
]

describe('the score of a search run', () => {
  it('is 1 for the best order and lower for every other', () => {
    const graded = grades.get('q1') ?? new Map()
    expect(ndcgOf(['a', 'b', 'c'], graded)).toBe(1)
    // (1 + 7 / log2 3) / (7 + 1 / log2 3)
    expect(ndcgOf(['b', 'a'], graded)).toBeCloseTo(0.7098, 4)
    expect(ndcgOf(['a', 'a', 'b'], graded)).toBe(1)
    expect(ndcgOf([], graded)).toBe(0)
  })

  it('counts ungraded products as wrong, and ignores them when condensed', () => {
    const run = new Map([
      ['q1', ['new', 'a', 'b']],
      ['q2', ['a']],
    ])
    const [all, head, typo] = scoresOf(run, grades, queries)
    expect(head).toMatchObject({ name: 'head', queries: 1, condensed: 1 })
    expect(head?.ndcg).toBeLessThan(0.7)
    // Without a right answer a query has no score.
    expect(typo).toMatchObject({ queries: 1, ndcg: 1, interval: [1, 1] })
    expect(all?.queries).toBe(2)
    expect(all?.interval[0]).toBeLessThan(all?.ndcg ?? 0)
  })

  it('fails when a class falls by more than 0.03 or is missing', () => {
    const run = new Map([
      ['q1', ['a', 'b']],
      ['q2', ['a']],
    ])
    const scores = scoresOf(run, grades, queries)
    expect(fallenBelow({ all: 1, head: 1, typo: 1 }, scores)).toEqual([])
    expect(fallenBelow({ head: 1.031, german: 0.5 }, scores)).toEqual([
      'head fell from 1.031 to 1.000',
      'german fell from 0.500 to nothing',
    ])
  })

  it('refuses a table without grades', () => {
    expect(() => gradesOf('query_id\tlabel\nq\t1')).toThrow('product_id')
    expect(() => gradesOf('query_id\tproduct_id\tlabel\nq\ta\tExact')).toThrow('No grade')
  })
})
