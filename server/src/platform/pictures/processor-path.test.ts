import { describe, expect, it } from 'vitest'
import { type ProcessorKeys, processorPath, readProcessorPath, signPath } from './index.ts'

const sourceUrl = 'http://127.0.0.1:3000/api/v1/images/sources/prd_1/s1?signature=a-b_c'
const pair = (key: string, salt: string) => ({ key: Buffer.from(key), salt: Buffer.from(salt) })
const current = pair('a key of the tests', 'a salt of the tests')
const former = pair('the key of last year', 'the salt of last year')
const keys: ProcessorKeys = [current]

describe('the signature', () => {
  it.each([
    // The example of the documentation of imgproxy, and the one of its own tests.
    [
      pair('secret', 'hello'),
      '/rs:fill:300:400:0/g:sm/aHR0cDovL2V4YW1w/bGUuY29tL2ltYWdl/cy9jdXJpb3NpdHku/anBn.png',
      'oKfUtW34Dvo2BGQehJFR4Nr0_rIjOtdtzJ3QFsUcXH8',
    ],
    [pair('test-key', 'test-salt'), 'asd', 'dtLwhdnPPiu_epMl1LrzheLpvHas-4mwvY6L3Z8WwlY'],
  ])('equals imgproxy’s', (key, path, signature) => {
    expect(signPath(key, path)).toBe(signature)
  })
})

describe('a path', () => {
  it('is read as it was signed, in each form of imgproxy', () => {
    const wanted = { sourceUrl, preset: 'card', format: 'webp' }
    expect(readProcessorPath(keys, processorPath(keys, wanted as never))).toEqual(wanted)
    const plain = `/rs:fit:320:320/plain/${encodeURIComponent(sourceUrl)}@webp`
    const base64 = Buffer.from(sourceUrl).toString('base64url')
    const divided = `/resize:fit:320:320/${base64.slice(0, 16)}/${base64.slice(16)}.webp`
    for (const path of [plain, divided]) {
      expect(readProcessorPath(keys, signed(path))).toEqual(wanted)
    }
    expect(readProcessorPath(keys, signed('/rs:fit:96:96/plain/http%3A%2F%2Fa@jpg'))).toEqual({
      sourceUrl: 'http://a',
      preset: 'thumb',
      format: 'jpeg',
    })
  })

  it('may be signed with any key of the ring, and is signed with the first', () => {
    const path = processorPath([former], { sourceUrl, preset: 'thumb', format: 'jpeg' })
    expect(readProcessorPath(keys, path)).toBe('forbidden')
    expect(readProcessorPath([current, former], path)).toMatchObject({ preset: 'thumb' })
    expect(processorPath([current, former], { sourceUrl, preset: 'thumb', format: 'jpeg' })).toBe(
      processorPath([current], { sourceUrl, preset: 'thumb', format: 'jpeg' }),
    )
  })

  it('is refused when any character was changed', () => {
    const path = processorPath(keys, { sourceUrl, preset: 'card', format: 'avif' })
    for (let at = 0; at < path.length; at += 1) {
      const other = path[at] === 'A' ? 'B' : 'A'
      const altered = path.slice(0, at) + other + path.slice(at + 1)
      expect(readProcessorPath(keys, altered)).toBe('forbidden')
    }
  })

  it.each([
    '/',
    '',
    '/unsafe/rs:fit:320:320/plain/http%3A%2F%2Fa@webp',
    '/insecure/rs:fit:320:320/plain/http%3A%2F%2Fa@webp',
    '//rs:fit:320:320/plain/http%3A%2F%2Fa@webp',
    `/${signPath(current, '/rs:fit:320:320/plain/http%3A%2F%2Fa@webp').slice(0, 20)}/rs:fit:320:320/plain/http%3A%2F%2Fa@webp`,
  ])('is refused without a whole signature: %s', (path) => {
    expect(readProcessorPath(keys, path)).toBe('forbidden')
  })

  it.each([
    '/rs:fit:321:320/plain/http%3A%2F%2Fa@webp',
    '/rs:fit:9999:9999/plain/http%3A%2F%2Fa@webp',
    '/rs:fit:320:320/q:100/plain/http%3A%2F%2Fa@webp',
    '/rs:fit:320:320/plain/http%3A%2F%2Fa@svg',
    '/rs:fit:320:320/plain/http%3A%2F%2Fa',
    '/rs:fit:320:320/plain/%ff@webp',
    '/rs:fit:320:320/.webp',
    '/rs:fit:320:320',
  ])('is refused when it asks for more than the presets: %s', (path) => {
    expect(readProcessorPath(keys, signed(path))).toBe('unknown')
  })
})

const signed = (path: string) => `/${signPath(current, path)}${path}`
