import { describe, expect, it } from 'vitest'
import { patternsFor, unknownPatterns } from './event-kinds.ts'

describe('what a subscription may say', () => {
  it('is the kind, each of its families, or everything', () => {
    expect(patternsFor('support.ticket.created')).toEqual([
      '*',
      'support.*',
      'support.ticket.*',
      'support.ticket.created',
    ])
  })

  it('must match at least one kind', () => {
    const kinds = [{ type: 'order.created' }, { type: 'support.ticket.created' }]
    const patterns = ['*', 'order.*', 'order.created', 'order.made', 'ord.*', 'order', '*.created']

    expect(unknownPatterns(patterns, kinds)).toEqual(['order.made', 'ord.*', 'order', '*.created'])
  })
})
