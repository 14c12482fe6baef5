import { readFile } from 'node:fs/promises'
import { fastify } from 'fastify'

/** The floor of a stored picture: Fastify and one route that reads a file and sends it. */
const [port, path = ''] = process.argv.slice(2)
const http = fastify()
http.get('/health', async () => ({}))
http.get('/file', async (_request, reply) => reply.type('image/webp').send(await readFile(path)))
await http.listen({ host: '127.0.0.1', port: Number(port) })
process.once('SIGTERM', () => void http.close())
