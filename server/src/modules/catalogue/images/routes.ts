import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { answers, type Http, ok, Refusal, type Routes, streamBodies } from '#platform/http'
import { outputFormats } from '#platform/pictures'
import { fail } from './failures.ts'
import { placeholderPolicy } from './placeholder.ts'
import {
  ImageParams,
  ImageQuery,
  ProductImageView,
  productImageExample,
  SignedImageQuery,
  SourceQuery,
  UploadedImageView,
  VersionParams,
  viewPicture,
  viewUploaded,
} from './schemas.ts'
import type { ServedPicture } from './serve-picture.ts'
import type { Images } from './service.ts'

const tags = ['Images']

/** Bytes of a picture, for the answers of a file. */
const Bytes = Type.Unsafe<Buffer>(Type.String({ format: 'binary', examples: ['RIFF…WEBPVP8 …'] }))

const pictureAnswers = {
  200: {
    description:
      'The picture. `x-image-fallback: placeholder` marks a drawing that stands for a picture that is missing or not ready yet.',
    content: {
      'image/avif': { schema: Bytes },
      'image/webp': { schema: Bytes },
      'image/jpeg': { schema: Bytes },
      'image/svg+xml': { schema: Bytes },
    },
  },
  304: { description: 'The client already has these bytes.' },
  '4xx': Refusal,
  '5xx': Refusal,
}

export function imagesRoutes(images: Images): Routes {
  return async (http) => {
    addGetProductImage(http, images)
    addGetSignedImage(http, images)
    addReadSource(http, images)
    addRemoveProductImage(http, images)
    await http.register(uploadRoute(images) as never)
  }
}

function addGetProductImage(http: Http, images: Images): void {
  http.route({
    method: 'GET',
    url: '/api/v1/images/:productId',
    config: { access: 'products:read', fails: ['catalog.product_not_found'] },
    schema: {
      operationId: 'getProductImage',
      summary: 'Get the picture of a product',
      description:
        'Sends the current picture. Where no credential can be sent, use the address that the product carries as `image.url`. A picture that is not ready within two seconds is a drawing with the name of the product.',
      tags,
      params: ImageParams,
      querystring: ImageQuery,
      response: pictureAnswers,
    },
    handler: async ({ actor, params, query, headers }, reply) => {
      const served = await images.serveVisible(actor, params.productId, {
        ...query,
        accept: headers.accept,
        ifNoneMatch: headers['if-none-match'],
      })
      // The address has no version, so the client asks again each time.
      return sendPicture(reply, served, 'private, no-cache')
    },
  })
}

function addGetSignedImage(http: Http, images: Images): void {
  http.route({
    method: 'GET',
    url: '/api/v1/images/:productId/:version',
    // A page shows a hundred pictures, and many people may share an address. A stored picture costs less than its count, and one that
    // is not stored is produced once, however many ask for it.
    config: { access: 'public', rateLimit: 'none', fails: ['images.signature_invalid'] },
    schema: {
      operationId: 'getSignedImage',
      summary: 'Get a picture by its signed address',
      description:
        'Sends a picture without a credential. Products carry the signed address as `image.url`. It always shows the same picture, so browsers and proxies keep it for a year. A picture that is not ready within two seconds is a drawing with the name of the product, which they keep for a minute.',
      tags,
      params: VersionParams,
      querystring: SignedImageQuery,
      response: pictureAnswers,
    },
    handler: async ({ params, query, headers }, reply) => {
      const { signature, ...options } = query
      if (!images.isSigned(params, signature)) throw fail('signature_invalid')
      const served = await images.serve({
        ...params,
        ...options,
        accept: headers.accept,
        ifNoneMatch: headers['if-none-match'],
      })
      return sendPicture(reply, served, 'public, max-age=31536000, immutable')
    },
  })
}

/** For the image processor alone: a picture as it was uploaded or fetched. */
function addReadSource(http: Http, images: Images): void {
  http.route({
    method: 'GET',
    url: '/api/v1/images/sources/:productId/:version',
    config: { access: 'public', rateLimit: 'none', fails: ['images.signature_invalid'] },
    schema: {
      hide: true,
      params: VersionParams,
      querystring: SourceQuery,
      response: { '4xx': Refusal, '5xx': Refusal },
    },
    handler: async ({ params, query }, reply) => {
      if (!images.isSourceSigned(params, query.signature)) throw fail('signature_invalid')
      const source = await images.readSource(params)
      reply.header('cache-control', 'no-store').header('content-type', 'application/octet-stream')
      if (source) return reply.send(source as never)
      return reply.code(404).send('' as never)
    },
  })
}

const changing = {
  access: 'supplier_admin',
  fails: ['catalog.product_not_found', 'catalog.supplier_required', 'catalog.supplier_unknown'],
} as const

function addRemoveProductImage(http: Http, images: Images): void {
  http.route({
    method: 'DELETE',
    url: '/api/v1/products/:productId/image',
    config: changing,
    schema: {
      operationId: 'removeProductImage',
      summary: 'Remove the uploaded picture of a product',
      description:
        'The first picture of the catalogue is shown again, if there is one. For administrators of the supplier.',
      tags,
      params: ImageParams,
      response: answers(ProductImageView, {
        examples: [{ ...productImageExample, placeholder: true }],
      }),
    },
    handler: async ({ actor, params }) =>
      ok(viewPicture(await images.remove(actor, params.productId))),
  })
}

/** In its own scope, in which bodies are streams. */
function uploadRoute(images: Images): Routes {
  const picture = { example: 'The bytes of the picture.' }
  return async (http) => {
    streamBodies(http)
    http.route({
      method: 'PUT',
      url: '/api/v1/products/:productId/image',
      config: {
        ...changing,
        streamed: {
          'image/jpeg': picture,
          'image/png': picture,
          'image/webp': picture,
          'image/gif': picture,
        },
        fails: [
          ...changing.fails,
          'images.picture_empty',
          'images.picture_too_large',
          'images.picture_type_unsupported',
          'images.picture_unreadable',
          'images.store_unavailable',
        ],
      },
      schema: {
        operationId: 'uploadProductImage',
        summary: 'Upload the picture of a product',
        description:
          'The body is a JPEG, PNG, WebP or GIF of up to 25 MB and 40 million pixels, with its own media type. Of an animation the first frame is shown. The same picture again changes nothing. An uploaded picture is shown instead of the pictures of the catalogue until it is removed. For administrators of the supplier.',
        tags,
        params: ImageParams,
        response: answers(UploadedImageView, {
          examples: [{ ...productImageExample, mediaType: 'image/jpeg', bytes: 184_221 }],
        }),
      },
      handler: async ({ actor, params, body, headers }) => {
        const [type = ''] = (headers['content-type'] ?? '').split(';')
        const length = Number(headers['content-length'])
        const uploaded = await images.upload(actor, params.productId, {
          body: body as Readable,
          mediaType: type.trim().toLowerCase(),
          contentLength: Number.isSafeInteger(length) ? length : undefined,
        })
        return ok(viewUploaded(uploaded))
      },
    })
  }
}

/** Pages of other origins show our pictures, so the usual rule against that is lifted. */
function sendPicture(reply: FastifyReply, served: ServedPicture, cacheControl: string) {
  reply.header('vary', 'Accept').header('cross-origin-resource-policy', 'cross-origin')
  if (served.is === 'placeholder') {
    return reply
      .header('cache-control', 'max-age=60')
      .header('x-image-fallback', 'placeholder')
      .header('content-security-policy', placeholderPolicy)
      .type('image/svg+xml')
      .send(served.svg)
  }
  reply.header('cache-control', cacheControl).header('etag', served.etag)
  if (served.is === 'unchanged') return reply.code(304).send()
  return reply.type(outputFormats[served.format]).send(served.bytes)
}
