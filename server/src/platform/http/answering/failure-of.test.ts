import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { failureOf } from './failure-of.ts'

describe('the meaning of an error', () => {
  it.each(['57P01', '57P03', '08006', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'])(
    '%s: a dependency is down',
    (code) => {
      expect(failureOf(withCode(code))).toMatchObject({
        code: 'platform.dependency_down',
        status: 503,
        retryAfterSeconds: 5,
      })
    },
  )

  it.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])(
    '%s: a dependency is down',
    (message) => {
      expect(failureOf(new Error(message))?.code).toBe('platform.dependency_down')
    },
  )

  it.each(['55P03', '40001', '40P01'])('%s: try again', (code) => {
    expect(failureOf(withCode(code))).toMatchObject({
      code: 'platform.try_again',
      status: 409,
      retryAfterSeconds: 1,
    })
  })

  it.each(['23505', '42P01', '22P02'])('%s: a bug', (code) => {
    expect(failureOf(withCode(code))).toBeUndefined()
  })

  it('a Failure stays itself, and anything else is a bug', () => {
    const failure = new Failure('orders.gone', { status: 404, message: 'Gone.' }, {})
    expect(failureOf(failure)).toBe(failure)
    expect(failureOf(new TypeError('x is undefined'))).toBeUndefined()
    expect(failureOf('text')).toBeUndefined()
  })
})

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code })
