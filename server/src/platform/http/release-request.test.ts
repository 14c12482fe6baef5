import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { releaseHead } from './release-request.ts'

it('a long answer releases the request headers and continues', async () => {
  const names: string[][] = []
  const server = createServer((_request, response) => {
    response.setHeader('x-frame-options', 'DENY')
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.write('one ')
    names.push(response.getHeaderNames())
    releaseHead(response)
    names.push(response.getHeaderNames())
    response.write('two ')
    response.end(`three, ${response.headersSent}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const asked = request({ host: '127.0.0.1', port }).end()
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const part of answer as AsyncIterable<Buffer>) text += part.toString()
  server.close()

  expect(answer.headers).toMatchObject({ 'x-frame-options': 'DENY', 'content-type': 'text/plain' })
  expect(text).toBe('one two three, true')
  expect(names).toEqual([['x-frame-options', 'content-type'], []])
})
