import type { Actor } from '#kernel/actor'
import {
  findPictured,
  type Pictured,
  productNotFound,
  scopeOf,
  setPictureVersion,
} from '#modules/products'
import { recordAudit } from '#platform/audit'
import type { SourceType } from '#platform/pictures'
import type { ImagesDeps } from './deps.ts'
import { fail } from './failures.ts'
import { keysOfVersion, type PictureName, sourceKey } from './picture-names.ts'
import { deletePicture, noteReplaceable, putUploaded } from './picture-store.ts'
import { ProcessorFailed } from './processor.ts'
import { type ReceivedFile, type Upload, withReceivedFile } from './receive-file.ts'

export type ProductPicture = {
  readonly productId: string
  readonly url: string
  /** The product has no picture: the address shows a drawing. */
  readonly isPlaceholder: boolean
}

export type UploadedView = ProductPicture & {
  readonly mediaType: SourceType
  readonly bytes: number
}

/**
 * Makes the uploaded file the picture of the product. The version follows from the content, so the same file again changes nothing.
 * The picture must be readable before it replaces another one.
 */
export async function uploadPicture(
  deps: ImagesDeps,
  actor: Actor,
  productId: string,
  upload: Upload,
): Promise<UploadedView> {
  const pictured = await ownProduct(deps, actor, productId)
  return withReceivedFile(upload, deps.limits.sourceBytesMax, async (file) => {
    const version = `u${file.sha256.slice(0, 16)}`
    if (pictured.version !== version) {
      await keepReadable(deps, pictured, { productId, version }, file)
      await replace(deps, actor, pictured, { version, file })
    }
    const { type: mediaType, bytes } = file
    return { ...viewOf(deps, productId, version), mediaType, bytes }
  })
}

/** Removes an uploaded picture. The first picture of the catalogue is shown again, if there is one. */
export async function removePicture(
  deps: ImagesDeps,
  actor: Actor,
  productId: string,
): Promise<ProductPicture> {
  const { database, now } = deps
  const pictured = await ownProduct(deps, actor, productId)
  const at = now()
  await database.transaction(async (tx) => {
    if (!(await setPictureVersion(tx, pictured, null, at))) return
    await deletePicture(tx, pictured.supplierCompanyId, productId, at)
    recordAudit(tx, {
      companyId: pictured.supplierCompanyId,
      actor,
      action: 'catalog.image_removed',
      target: { type: 'product', id: productId },
      outcome: 'done',
      details: { version: pictured.version ?? '' },
      now: at,
    })
  })
  const left = await findPictured(database.pool, productId)
  return viewOf(deps, productId, left?.version)
}

/** The product of the actor's own company, or for operators of any supplier. */
async function ownProduct(
  { database: { pool }, findCompany }: ImagesDeps,
  actor: Actor,
  productId: string,
): Promise<Pictured> {
  const find = (companyId: string) => findCompany(pool, companyId)
  const companyOf = async (companyId: string) => {
    const company = await find(companyId)
    if (!company) throw new Error(`company ${companyId} is named but not stored`)
    return company
  }
  const supplierId = await scopeOf({ findCompany: find, companyOf }, actor)
  const pictured = await findPictured(pool, productId)
  const isOwn = supplierId === undefined || pictured?.supplierCompanyId === supplierId
  if (!pictured || !isOwn) throw productNotFound(productId)
  return pictured
}

/** Stores the file and lets the processor read it. A processor that is away delays no upload. */
async function keepReadable(
  { database, files, processor, addresses, now, log }: ImagesDeps,
  { supplierCompanyId }: Pictured,
  name: PictureName,
  { path, bytes, type }: ReceivedFile,
): Promise<void> {
  // Written first: the files of an upload that does not succeed are deleted later.
  await noteReplaceable(database.pool, supplierCompanyId, name, now())
  await files.write(sourceKey(name), { path, bytes }, type).catch((err: unknown) => {
    log.error({ err, productId: name.productId }, 'An uploaded picture could not be stored.')
    throw fail('store_unavailable')
  })
  try {
    await processor.transform(addresses.sourceUrlOf(name), 'thumb', 'webp')
  } catch (error) {
    if (!(error instanceof ProcessorFailed) || error.problem !== 'refused') return
    // If the store refuses, the hourly job deletes the file.
    await files.delete(keysOfVersion(name)).catch(() => undefined)
    throw fail('picture_unreadable')
  }
}

async function replace(
  { database, now }: ImagesDeps,
  actor: Actor,
  pictured: Pictured,
  { version, file }: { readonly version: string; readonly file: ReceivedFile },
): Promise<void> {
  const { supplierCompanyId: companyId, productId } = pictured
  const at = now()
  await database.transaction(async (tx) => {
    // False: the same upload came twice at once, and the other one has done it.
    if (!(await setPictureVersion(tx, pictured, version, at))) return
    const { type: mediaType, bytes } = file
    await putUploaded(tx, { companyId, productId, version, mediaType, bytes, now: at })
    recordAudit(tx, {
      companyId,
      actor,
      action: 'catalog.image_uploaded',
      target: { type: 'product', id: productId },
      outcome: 'done',
      details: { version, mediaType, bytes },
      now: at,
    })
  })
}

function viewOf(
  { addresses }: ImagesDeps,
  productId: string,
  version: string | undefined,
): ProductPicture {
  return {
    productId,
    url: addresses.urlOf(productId, version),
    isPlaceholder: version === undefined,
  }
}
