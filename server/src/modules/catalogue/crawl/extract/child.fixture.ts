import { answerQuestions } from '#platform/compute'
import { readFeed, readPage } from './index.ts'

export type Answer = { readonly names: readonly string[] }

/** Reads one page or feed in a child process, which may read no files. `fill` and `loop` are what a page must not cost others. */
answerQuestions<
  null,
  { readonly text: string; readonly as: 'page' | 'feed' | 'fill' | 'loop' },
  Answer
>(() => async ({ text, as }) => {
  const url = 'https://shop.example/'
  if (as === 'loop') for (;;) readPage({ url, contentType: 'text/html', body: Buffer.from(text) })
  if (as === 'fill') {
    const kept: unknown[] = []
    const body = Buffer.from(text)
    for (;;) kept.push(Array(100_000).fill(readPage({ url, contentType: 'text/html', body })))
  }
  if (as === 'page') {
    const page = readPage({ url, contentType: 'text/html', body: Buffer.from(text) })
    return { names: page.products.map(({ name }) => name) }
  }
  const names: string[] = []
  async function* body() {
    yield Buffer.from(text)
  }
  const now = new Date('2026-07-01T12:00:00Z')
  for await (const found of readFeed({ url, contentType: '', body: body(), now })) {
    names.push('gtins' in found ? found.name : found.code)
  }
  return { names }
})
