import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { createLog, viewError } from './log.ts'
import { scrub } from './scrub.ts'

describe('a log line', () => {
  it('shows chosen fields of an error and none of its values', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'users_email_unique',
      table: 'users',
      detail: 'Key (email)=(canary@company.example) already exists.',
      where: 'canary',
      parameters: ['canary'],
    })
    const line = written((log) => log.error({ error }, 'failed'))
    expect(line).toMatchObject({
      level: 'error',
      message: 'failed',
      error: { type: 'Error', code: '23505', constraint: 'users_email_unique', table: 'users' },
    })
    expect(JSON.stringify(line)).not.toContain('canary')
  })

  it('follows causes up to a depth', () => {
    const error = new Error('outer', { cause: new Error('inner', { cause: 'text' }) })
    expect(viewError(error)).toMatchObject({
      message: 'outer',
      cause: { message: 'inner', cause: { type: 'string', message: 'text' } },
    })
    const circular = new Error('round')
    circular.cause = circular
    expect(JSON.stringify(viewError(circular)).length).toBeLessThan(100_000)
  })

  it('shows only method, id and status of a request and an answer', () => {
    const line = written((log) =>
      log.info({
        req: { method: 'GET', id: 'req_1', url: '/?canary', headers: { cookie: 'canary' } },
        res: { statusCode: 200, headers: 'canary' },
      }),
    )
    expect(line).toMatchObject({ req: { method: 'GET', id: 'req_1' }, res: { status: 200 } })
    expect(JSON.stringify(line)).not.toContain('canary')
  })

  it('hides fields with the name of a secret', () => {
    const line = written((log) =>
      log.info({ password: 'canary', account: { apiKey: 'canary', name: 'shown' } }, 'x'),
    )
    expect(line).toMatchObject({ password: '[secret]', account: { name: 'shown' } })
    expect(JSON.stringify(line)).not.toContain('canary')
  })

  it.each([
    ['pvy_live_0123456789abcdefABCDEF', 'pvy_[secret]'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_[secret]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[jwt]'],
    ['Bearer mF_9.B5f-4.1JqM', 'Bearer [secret]'],
    ['postgres://user:hunter2@db:5432/x', 'postgres://user:[secret]@db:5432/x'],
    ['redis://:hunter2@cache', 'redis://:[secret]@cache'],
  ])('hides the secret in %s at any position', (secret, shown) => {
    expect(scrub(`before ${secret} after`)).toBe(`before ${shown} after`)
    const line = written((log) => log.error({ error: new Error(`failed with ${secret}`) }, secret))
    expect(JSON.stringify(line)).not.toContain(secret)
  })

  it('stays JSON afterwards', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (message, value) => {
        const line = written((log) => log.info({ value: `Bearer ${value}` }, message))
        expect(line).toHaveProperty('level', 'info')
      }),
    )
  })
})

function written(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  const lines: string[] = []
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  write(createLog({ level: 'trace', destination }))
  return JSON.parse(lines[0] ?? '{}') as Record<string, unknown>
}
