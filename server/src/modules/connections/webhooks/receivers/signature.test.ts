import { readFile } from 'node:fs/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newSigningKey, signWithKey } from '../endpoints/signing-key.ts'
import { deliveryHeaders, newSecret, sign } from './signature.ts'

describe('a signature', () => {
  const body = '{"id":"evt_1","data":{"name":"Schraube M8 – 5 µm"}}'

  const timestamp = Math.floor(Date.now() / 1_000)

  const message = { delivery: 'evt_1', timestamp, body, type: 'order.created', isReplay: false }

  it('equals the published vector', () => {
    const known = sign(
      {
        delivery: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: 1614265330,
        body: '{"test": 2432232314}',
      },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    )

    expect(known).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('equals the example in the guide for receivers', async () => {
    const guide = await readFile(
      new URL('../../../../../../docs/webhooks.md', import.meta.url),
      'utf8',
    )
    const shown = (row: string) =>
      new RegExp(`^\\| ${row}[^|]*\\| \`(.+?)\``, 'm').exec(guide)?.[1] ?? ''
    const delivery = shown('id, timestamp')
    const known = { delivery, timestamp: 1767323045, body: shown('body') }

    expect(guide).toContain(`\`${delivery}\`, \`1767323045\``)
    expect(sign(known, [shown('secret')])).toBe(shown('signature'))
  })

  it('is verified by the public library under both header families', () => {
    const secret = newSecret()
    const headers = deliveryHeaders(message, [secret])
    const receiver = new Webhook(secret)

    expect(receiver.verify(body, headers)).toEqual(JSON.parse(body))
    expect(receiver.verify(body, renamed(headers))).toEqual(JSON.parse(body))
  })

  it('is made with both secrets during a rotation', () => {
    const [old, fresh, foreign] = [newSecret(), newSecret(), newSecret()]
    const headers = deliveryHeaders(message, [fresh, old])

    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(() => new Webhook(old).verify(body, headers)).not.toThrow()
    expect(() => new Webhook(fresh).verify(body, headers)).not.toThrow()
    expect(() => new Webhook(foreign).verify(body, headers)).toThrow()
  })

  it('covers the body, the delivery and the timestamp', () => {
    const secret = newSecret()
    const headers = deliveryHeaders(message, [secret])
    const receiver = new Webhook(secret)

    expect(() => receiver.verify(`${body} `, headers)).toThrow()
    expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow()
    const later = String(timestamp + 1)
    expect(() => receiver.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow()
  })

  it('expires after five minutes', () => {
    const secret = newSecret()
    const stale = deliveryHeaders({ ...message, timestamp: timestamp - 301 }, [secret])

    expect(() => new Webhook(secret).verify(body, stale)).toThrow('too old')
  })
})

describe('the headers of a delivery', () => {
  const message = { delivery: 'evt_1', timestamp: 1_767_323_045, body: '{}', type: 'order.created' }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

  it('are ours and those of Standard Webhooks', () => {
    const signature = sign(message, [secret])
    expect(deliveryHeaders({ ...message, isReplay: false }, [secret])).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Purveyor',
      'x-service-event': 'order.created',
      'x-service-delivery': 'evt_1',
      'x-service-timestamp': '1767323045',
      'x-service-signature': signature,
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1767323045',
      'webhook-signature': signature,
    })
  })

  it('say that a delivery is a replay', () => {
    const headers = deliveryHeaders({ ...message, isReplay: true }, [secret])
    expect(headers['webhook-replay']).toBe('true')
  })

  it('have the asymmetric signature behind the other one', () => {
    const { privateKey: signingKey } = newSigningKey()
    const headers = deliveryHeaders({ ...message, isReplay: false, signingKey }, [secret])
    const asymmetric = signWithKey(message, signingKey)
    expect(headers['webhook-signature']).toBe(`${sign(message, [secret])} ${asymmetric}`)
  })
})

describe('a secret', () => {
  it('is 32 bytes in base64 behind its prefix', () => {
    const secret = newSecret()

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(newSecret()).not.toBe(secret)
  })
})

/** As a receiver does that reads our own headers. */
function renamed(headers: Record<string, string>): Record<string, string> {
  return {
    'webhook-id': headers['x-service-delivery'] ?? '',
    'webhook-timestamp': headers['x-service-timestamp'] ?? '',
    'webhook-signature': headers['x-service-signature'] ?? '',
  }
}
