import { fastify } from 'fastify'

/** The minimum cost of a stream on this machine: a Fastify route that starts one and sends nothing more. */
const http = fastify()
http.get('/health', async () => ({}))
http.get('/stream', (_request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  reply.raw.write('retry: 2000\n\n')
})
await http.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.once('SIGTERM', () => {
  http.server.closeAllConnections()
  void http.close()
})
