import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { ok } from './answering/envelope.ts'
import { anHttp } from './http.fixture.ts'
import type { Routes } from './types.ts'

describe('a route', () => {
  it.each([
    ['body.lines', Type.Object({ lines: Type.Array(Type.String()) })],
    [
      'body.lines[].notes',
      Type.Object({
        lines: Type.Array(Type.Object({ notes: Type.Array(Type.String()) }), { maxItems: 1 }),
      }),
    ],
    ['body.either', Type.Object({ either: Type.Union([Type.Null(), Type.Array(Type.String())]) })],
    [
      'body.labels.*',
      Type.Object({ labels: Type.Record(Type.String(), Type.Array(Type.String())) }),
    ],
    [
      'body.all',
      Type.Intersect([Type.Object({}), Type.Object({ all: Type.Array(Type.String()) })]),
    ],
  ])('that accepts an unlimited list stops the start: %s', async (path, body) => {
    const endless: Routes = async (server) => {
      server.post('/pages/endless', { config: { access: 'public' }, schema: { body } }, async () =>
        ok(1),
      )
    }
    await expect(anHttp(endless)).rejects.toThrow(`the list ${path} has no maxItems`)
  })
})
