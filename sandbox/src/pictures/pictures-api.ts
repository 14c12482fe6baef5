import { Type } from 'typebox'
import type { SandboxHttp } from '../http.ts'
import { drawPicture } from './draw-picture.ts'

const Params = Type.Object({ file: Type.String({ pattern: '^.{1,200}[.]png$' }) })

/** The picture host of a supplier: it draws a picture for each article number. */
export async function picturesApi(http: SandboxHttp): Promise<void> {
  http.get('/pictures/:file', { schema: { params: Params } }, async (request, reply) => {
    const name = request.params.file.slice(0, -'.png'.length)
    return reply.type('image/png').send(drawPicture(name))
  })
}
