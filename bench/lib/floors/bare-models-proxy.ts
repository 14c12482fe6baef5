import { createServer } from 'node:http'
import { Pool } from 'undici'

/**
 * The floor of a gateway: it reads the request, adds the key, and passes the answer on. It signs nobody in and counts nothing. Its
 * arguments are the port and the address of the provider.
 */
const [, , port, upstream = ''] = process.argv
const pool = new Pool(upstream, { connections: 64 })

const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end('{}')
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', async () => {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    const answer = await pool.request({
      method: 'POST',
      path: request.url ?? '/',
      headers: { 'content-type': 'application/json', authorization: 'Bearer a key' },
      body: JSON.stringify(body),
    })
    response.setHeader('content-type', String(answer.headers['content-type']))
    answer.body.pipe(response)
  })
})

server.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
