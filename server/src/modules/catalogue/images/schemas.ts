import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { outputFormatNames, presetNames } from '#platform/pictures'
import type { ProductPicture, UploadedView } from './change-picture.ts'

const options = {
  preset: Type.Enum([...presetNames], {
    default: 'card',
    description: 'The longest side: thumb 96, card 320, detail 800 pixels.',
  }),
  format: Type.Enum(['auto', ...outputFormatNames], {
    default: 'auto',
    description: '`auto`: the smallest format that `Accept` names: AVIF, WebP, else JPEG.',
  }),
}

export const ImageQuery = Type.Object(options)

export const SignedImageQuery = Type.Object({
  ...options,
  signature: Type.String({
    maxLength: 100,
    default: '',
    description: 'Part of the address that a product carries.',
  }),
})

export const ImageParams = Type.Object({ productId: Type.String({ maxLength: 100 }) })

export const VersionParams = Type.Object({
  productId: Type.String({ maxLength: 100 }),
  version: Type.String({ maxLength: 100, description: 'Changes with the picture.' }),
})

export const SourceQuery = Type.Object({ signature: Type.String({ maxLength: 100, default: '' }) })

const url = Type.String({
  description: 'A signed address that opens without a credential, for example in an `<img>`.',
})
const placeholder = Type.Boolean({
  description: 'The product has no picture: the address shows a drawing.',
})

export const productImageExample = {
  productId: 'prd_00yf8a3q00w2k7m4c9x1t6z5hd',
  url: 'https://shop.example.com/api/v1/images/prd_00yf8a3q00w2k7m4c9x1t6z5hd/u4f1c8a02be6d7739?signature=Zk3v9QxT1mB7uLr0cWnE2a',
  placeholder: false,
}

export const ProductImageView = record('ProductImage', 'The picture of a product.', {
  productId: Type.String(),
  url,
  placeholder,
})

export const UploadedImageView = record('UploadedImage', 'The picture that was uploaded.', {
  productId: Type.String(),
  url,
  placeholder,
  mediaType: Type.String({ description: 'The type of the file, by its content.' }),
  bytes: Type.Integer({ description: 'The size of the file.' }),
})

export function viewPicture(picture: ProductPicture): Static<typeof ProductImageView> {
  const { productId, isPlaceholder } = picture
  return { productId, url: picture.url, placeholder: isPlaceholder }
}

export function viewUploaded(picture: UploadedView): Static<typeof UploadedImageView> {
  return { ...viewPicture(picture), mediaType: picture.mediaType, bytes: picture.bytes }
}
