import type { Actor } from '#kernel/actor'
import type { Products } from '#modules/products'
import type { JobHandler } from '#platform/jobs'
import type { Loop } from '#platform/leases'
import {
  type ProductPicture,
  removePicture,
  type UploadedView,
  uploadPicture,
} from './change-picture.ts'
import type { ImagesDeps } from './deps.ts'
import { imagesJobs } from './jobs.ts'
import { isPictureName, type PictureName, sourceKey } from './picture-names.ts'
import type { Upload } from './receive-file.ts'
import { createServePicture, type PictureRequest, type ServedPicture } from './serve-picture.ts'
import { picturesWorker } from './work-on-pictures.ts'

export type Images = {
  /** For a version whose signature the caller has verified. */
  serve(request: PictureRequest): Promise<ServedPicture>
  /** The current picture of a product that the actor may see. Throws `catalog.product_not_found`. */
  serveVisible(
    actor: Actor,
    productId: string,
    options: Omit<PictureRequest, 'productId' | 'version'>,
  ): Promise<ServedPicture>
  isSigned(name: PictureName, signature: string): boolean
  isSourceSigned(name: PictureName, signature: string): boolean
  readSource(name: PictureName): Promise<Buffer | undefined>
  upload(actor: Actor, productId: string, upload: Upload): Promise<UploadedView>
  remove(actor: Actor, productId: string): Promise<ProductPicture>
  startWorkers(): readonly Pick<Loop, 'stop'>[]
  readonly jobs: readonly JobHandler[]
}

export function createImages(deps: ImagesDeps, products: Pick<Products, 'readProduct'>): Images {
  const { files, addresses } = deps
  const serve = createServePicture(deps)
  return {
    serve,
    serveVisible: async (actor, productId, options) => {
      const { product } = await products.readProduct(actor, productId)
      return serve({ ...options, productId, version: versionIn(product.image.url) })
    },
    isSigned: addresses.isSigned,
    isSourceSigned: addresses.isSourceSigned,
    readSource: async (name) => (isPictureName(name) ? files.read(sourceKey(name)) : undefined),
    upload: (actor, productId, upload) => uploadPicture(deps, actor, productId, upload),
    remove: (actor, productId) => removePicture(deps, actor, productId),
    startWorkers: () =>
      (['REQUEST', 'IMPORT'] as const).map((wantedBy) => picturesWorker(deps, wantedBy)),
    jobs: imagesJobs(deps),
  }
}

/** The address of a product names the version that the reader has just read. */
function versionIn(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}
