import { aProduct } from '#testing/catalog'
import { aPicture } from '#testing/tools/pictures'
import type { Play, Stage } from './audited-changes.ts'

const url = '/api/v1/products/:productId/image'

/** What buyers see of a product. */
export const imagePlays: Readonly<Record<string, Play>> = {
  [`PUT ${url}`]: async (stage, send) =>
    send(stage.operator, 'PUT', await aProductImage(stage), await aFile()),
  [`DELETE ${url}`]: async (stage, send) => {
    const path = await aProductImage(stage)
    await stage.operator.put(path, await aFile())
    return send(stage.operator, 'DELETE', path)
  },
}

async function aProductImage({ world }: Stage): Promise<string> {
  const { id } = await aProduct(world.parts.platform.database)
  return `/api/v1/products/${id}/image`
}

async function aFile(): Promise<Blob> {
  return new Blob([new Uint8Array(await aPicture())], { type: 'image/jpeg' })
}
