import { fastify } from 'fastify'

/** The minimum cost of Fastify on this machine: one route, no plugin, no hook, no schema. */
const answer: unknown = JSON.parse(process.env.BENCH_BODY ?? '{}')
const http = fastify()
http.get('/health', async () => ({}))
http.get('/bare', async () => answer)
await http.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.once('SIGTERM', () => void http.close())
