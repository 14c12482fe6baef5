import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  language_unknown: {
    status: 400,
    message: 'The language is unknown. Use a two-letter code of ISO 639, such as de.',
    details: { language: Type.String() },
  },
  import_encoding_unsupported: {
    status: 415,
    message: 'This Content-Encoding is not supported. Send the file uncompressed or as gzip.',
  },
  import_not_found: {
    status: 404,
    message: 'There is no such import. Take the id from the list of imports.',
    details: { importId: Type.String() },
  },
  import_ended: {
    status: 409,
    message: 'The import has already ended. Read it to see its result.',
    details: {
      importId: Type.String(),
      state: Type.Enum([
        'FAILED',
        'RUNNING',
        'COMPLETED',
        'RECEIVING',
        'QUEUED',
        'COMPLETED_WITH_ERRORS',
      ]),
    },
  },
  import_under_way: {
    status: 409,
    message:
      'Another import of this supplier is still running; the details name it. Wait until it ends, or cancel it.',
    details: { importId: Type.String() },
  },
  import_file_empty: { status: 400, message: 'The body is empty. Send the file in the body.' },
  import_file_too_large: {
    status: 413,
    message: 'The file is too large. Send it as gzip, or in parts.',
    details: { maxBytes: Type.Integer() },
  },
  import_format_unknown: {
    status: 415,
    message:
      'The format of the file is unknown. Send CSV, JSON Lines, BMEcat or a Google Merchant feed with its media type, or name the format in `format`.',
    details: { mediaType: Type.String() },
  },
  import_mapping_invalid: {
    status: 400,
    message:
      'The mapping is not valid. Send a JSON object that maps columns of the file to the fields in the details.',
    details: { fields: Type.Array(Type.String()) },
  },
  import_uploads_too_many: {
    status: 429,
    message:
      'This supplier has too many uploads open. Wait until one ends, and send the file again.',
    retryAfterSeconds: 60,
    details: { maxUploads: Type.Integer() },
  },
  import_share_full: {
    status: 429,
    message:
      'The waiting files of this supplier use all of its storage. Wait until an import ends or cancel one, and send the file again.',
    retryAfterSeconds: 60,
    details: { maxBytes: Type.Integer() },
  },
  import_upload_cancelled: {
    status: 409,
    message: 'The import was cancelled or given up during the upload. Send the file again.',
    details: { importId: Type.String() },
  },
  import_store_full: {
    status: 503,
    message: 'Too many catalogue files are waiting. Try again later.',
    retryAfterSeconds: 60,
  },
})
