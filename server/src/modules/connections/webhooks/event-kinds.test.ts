import { describe, expect, it } from 'vitest'
import { patternsFor, unknownPatterns } from './event-kinds.ts'

describe('the kinds of a subscription', () => {
  it('are single kinds, families, or everything', () => {
    expect(patternsFor('support.ticket.created')).toEqual([
      '*',
      'support.*',
      'support.ticket.*',
      'support.ticket.created',
    ])
  })

  it('match at least one existing kind', () => {
    const kinds = [{ type: 'order.created' }, { type: 'support.ticket.created' }]
    const patterns = ['*', 'order.*', 'order.created', 'order.made', 'ord.*', 'order', '*.created']

    expect(unknownPatterns(patterns, kinds)).toEqual(['order.made', 'ord.*', 'order', '*.created'])
  })
})
