import { once } from 'node:events'
import { connect, createServer, Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import {
  changedCosts,
  dearerCounts,
  type RouteCost,
} from '../../../bench/lib/measuring/compare-costs.ts'
import { countTraffic } from '../../../bench/lib/measuring/count-traffic.ts'
import routeCosts from '../../../bench/route-costs.json' with { type: 'json' }

describe('the committed costs of hot routes', () => {
  it('are those of ten routes', () => {
    expect(Object.keys(routeCosts)).toHaveLength(10)
  })

  it('differ from a request with one statement more or less', () => {
    const committed = { product: cost }
    expect(changedCosts(committed, { product: { ...cost, answerBytes: 1_010 } })).toEqual([])
    for (const statements of [1, 3]) {
      const now = { product: { ...cost, statements } }
      expect(changedCosts(committed, now)).toEqual([
        `product: statements is ${statements} now, and 2`,
      ])
    }
    expect(changedCosts({}, committed)).toEqual(['product: is not written down'])
  })

  it('may rise only with a reason of their own', () => {
    const before = { product: { ...cost, why: 'An old reason.' } }
    const dearer = { ...cost, redisCalls: 3, answerBytes: 2_000 }
    const problems = [
      'product: more redisCalls than before',
      'product: more answerBytes than before',
    ]
    expect(dearerCounts(before, { product: { ...dearer, why: '' } })).toEqual(problems)
    expect(dearerCounts(before, { product: { ...dearer, why: 'An old reason.' } })).toEqual(
      problems,
    )
    expect(dearerCounts(before, { product: { ...dearer, why: 'Limits count twice.' } })).toEqual([])
    expect(dearerCounts({}, { product: dearer })).toEqual([])
  })
})

describe('the counts of what a process sends', () => {
  const prototype = Socket.prototype as unknown as Record<'_write' | '_writev', unknown>
  const { _write, _writev } = prototype
  // Other files run in this process.
  afterAll(() => void Object.assign(prototype, { _write, _writev }))

  it('know statements and commands that come in pieces, and what one write holds', async () => {
    const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const asPostgres = countTraffic({ http: 0, postgres: port, redis: 0 })
    const asRedis = countTraffic({ http: 0, postgres: 0, redis: port })
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const send = (bytes: Buffer) => new Promise((done) => socket.write(bytes, done))

    await send(Buffer.from([0, 0, 0, 8, 1, 2, 3, 4]))
    const executed = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
    const bound = Buffer.from([0x42, 0, 0, 0, 5, 0x45])
    await send(Buffer.concat([bound, executed, executed.subarray(0, 3)]))
    expect(asPostgres).toMatchObject({ statements: 1, socketWrites: 2 })
    await send(executed.subarray(3))
    expect(asPostgres).toMatchObject({ statements: 2, socketWrites: 3 })
    socket.destroy()

    const other = connect(port, '127.0.0.1')
    await once(other, 'connect')
    const command = Buffer.from('*2\r\n$3\r\nGET\r\n$3\r\n*1\r\r\n')
    const before = asRedis.redisCalls
    other.cork()
    other.write(command)
    other.write(command.subarray(0, 11))
    other.uncork()
    await new Promise((done) => other.write(command.subarray(11), done))
    expect(asRedis.redisCalls - before).toBe(2)
    other.destroy()
    server.close()
  })
})

const cost: RouteCost = {
  statements: 2,
  redisCalls: 2,
  socketWrites: 5,
  answerBytes: 1_000,
  storeBytes: 500,
  processorMs: 0.5,
  why: '',
}
