import { describe, expect, expectTypeOf, it } from 'vitest'
import { errorOf } from '../src/errors.ts'
import { type FailureCode, type FailureDetails, PurveyorError } from '../src/index.ts'

const request = { method: 'POST', address: 'https://purveyor.example.com/api/v1/orders' }

function aRefusal(code: string, details?: object): PurveyorError {
  const meta = { code, requestId: 'req_1', ...(details && { details }) }
  const body = { success: false, meta, error: 'A sentence.' }
  return errorOf(request, new Response(null, { status: 422 }), body, new Date(0))
}

describe('the details of an error', () => {
  it('have the type of its code', () => {
    const lines = [{ productId: 'prd_1', requested: 4, available: 1 }]
    const error = aRefusal('checkout.stock_short', { lines })

    if (error.code !== 'checkout.stock_short') throw error
    expectTypeOf(error.details).toEqualTypeOf<FailureDetails['checkout.stock_short']>()
    expectTypeOf(error.details.lines[0]?.available).toEqualTypeOf<number | undefined>()
    // @ts-expect-error: this code has no such detail.
    expect(error.details.expected).toBeUndefined()
    expect(error.details.lines).toEqual(lines)
  })

  it('are told apart in a switch, also after instanceof', () => {
    const thrown: unknown = aRefusal('cart.version_conflict', { expected: 1, current: 2 })
    expect(thrown).toBeInstanceOf(PurveyorError)
    expect(thrown).toBeInstanceOf(Error)
    if (!(thrown instanceof PurveyorError)) throw thrown
    switch (thrown.code) {
      case 'cart.version_conflict':
        expectTypeOf(thrown.details.current).toEqualTypeOf<number>()
        expect(thrown.details.current).toBe(2)
        break
      case 'identity.access_denied':
        expectTypeOf(thrown.details).toEqualTypeOf<{ readonly needs: string }>()
        break
      case 'platform.internal':
      case 'sdk.unreachable':
      case 'http.502':
        expectTypeOf(thrown.details).toEqualTypeOf<undefined>()
        break
      default:
        throw thrown
    }
  })

  it('are undefined where the service sent none', () => {
    expect(aRefusal('platform.internal').details).toBeUndefined()
    expectTypeOf<FailureDetails['platform.internal']>().toEqualTypeOf<undefined>()
    // Where no field is required, there may be none.
    expectTypeOf<undefined>().toExtend<FailureDetails['platform.route_not_found']>()
  })

  it('are known for each code, and the codes are those of the document', () => {
    expectTypeOf<keyof FailureDetails>().toEqualTypeOf<FailureCode>()
    // @ts-expect-error: a code that does not exist is a mistake.
    expect(aRefusal('cart.no_such_code').code === 'cart.no_such_thing').toBe(false)
  })
})
