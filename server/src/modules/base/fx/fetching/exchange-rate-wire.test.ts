import { describe, expect, it } from 'vitest'
import { readLatest } from './exchange-rate-wire.ts'

const rates = '"EUR":1,"USD":1.1684'

describe('an answer of the rate provider', () => {
  it('keeps every digit and reads no number as a JavaScript number', () => {
    const { rates: found } = read(answer(`"EUR":1,"IDR":20082.123456789012,"KWD":3.6e-1`))
    expect(found.get('IDR')?.toFixed()).toBe('20082.123456789012')
    expect(found.get('KWD')?.toFixed()).toBe('0.36')
  })

  it('keeps ISO 4217 currencies with usable rates', () => {
    const { rates: found } = read(answer(`${rates},"FOK":7.46,"TVD":1.6,"VND":1e-13,"XXX":1`))
    expect([...found.keys()]).toEqual(['EUR', 'USD'])
  })

  it('has a digest that distinguishes two answers', () => {
    const one = read(answer()).payloadSha256
    expect(one).toMatch(/^[0-9a-f]{64}$/)
    expect(read(answer()).payloadSha256).toBe(one)
    expect(read(answer('"EUR":1,"USD":1.1685')).payloadSha256).not.toBe(one)
  })

  it.each(['', '"time_next_update_unix":0,'])('may name no next update: %s', (next) => {
    const text = answer()
      .toString()
      .replace(/"time_next_update_unix":\d+,/, next)
    expect(read(Buffer.from(text)).nextUpdate).toBeUndefined()
    expect(read(answer()).nextUpdate).toBeInstanceOf(Date)
  })

  it.each([
    ['a rate of zero', answer('"EUR":1,"USD":0')],
    ['a negative rate', answer('"EUR":1,"USD":-1.1')],
    ['a rate as text', answer('"EUR":1,"USD":"1.1"')],
    ['a rate that is nothing', answer('"EUR":1,"USD":null')],
    ['no rate of the base', answer('"USD":1.1')],
    ['a base that is not 1', answer('"EUR":2,"USD":1.1')],
    ['no rates', Buffer.from('{"result":"success"}')],
    ['no JSON', Buffer.from('<html>')],
    ['nothing', Buffer.from('')],
    ['an array', Buffer.from('[]')],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
  ])('with %s is refused whole', (_what, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ problem: 'answer_malformed' }))
  })

  it('with an unknown error is a refusal', () => {
    const body = Buffer.from('{"result":"error","error-type":"moon-phase"}')
    expect(() => read(body, 403)).toThrow(expect.objectContaining({ problem: 'refused' }))
  })

  it.each([500, 502, 503, 429])('of status %i is a failure of the provider', (status) => {
    expect(() => read(Buffer.from('no'), status)).toThrow(
      expect.objectContaining({ problem: 'unavailable' }),
    )
  })
})

function answer(conversionRates = rates, more = ''): Buffer {
  return Buffer.from(
    `{"result":"success","documentation":"https://www.exchangerate-api.com/docs","time_last_update_unix":1767744001,
      "time_next_update_unix":1767830401,"base_code":"EUR","conversion_rates":{${conversionRates}}${more}}`,
  )
}

const read = (body: Buffer, status = 200) => readLatest(status, body)
