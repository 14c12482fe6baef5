import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('catalog', {
  language_unknown: {
    status: 400,
    message: 'The language is unknown. Use a two-letter code of ISO 639, such as de.',
  },
  import_encoding_unsupported: {
    status: 415,
    message: 'Send the file as it is or as gzip: no other Content-Encoding is read.',
  },
  import_not_found: {
    status: 404,
    message: 'There is no such import. Take the id from the list of imports.',
  },
  import_ended: {
    status: 409,
    message: 'The import has already ended. Read it to see what it did.',
  },
  import_under_way: {
    status: 409,
    message:
      'An import of this supplier is under way. Wait until it has ended, or cancel it; the details name it.',
  },
  import_file_empty: { status: 400, message: 'The body is empty. Send the file as the body.' },
  import_file_too_large: {
    status: 413,
    message: 'The file is larger than is taken. Send it as gzip, or in parts.',
  },
  import_format_unknown: {
    status: 415,
    message:
      'Send CSV, JSON Lines, BMEcat or a Google Merchant feed with its media type, or name it with `format`.',
  },
  import_mapping_invalid: {
    status: 400,
    message:
      'The mapping is not valid. Send a JSON object from a column of the file to one of the fields that the details name.',
  },
  import_uploads_too_many: {
    status: 429,
    message:
      'This supplier has as many uploads open as it may. Wait until one has ended, and send the file again.',
    retryAfterSeconds: 60,
  },
  import_share_full: {
    status: 429,
    message:
      'The files of this supplier that wait take all the room that one supplier may have. Wait until an import has ended or cancel one, and send the file again.',
    retryAfterSeconds: 60,
  },
  import_upload_cancelled: {
    status: 409,
    message: 'The import was cancelled, or given up, while its file was sent. Send the file again.',
  },
  import_store_full: {
    status: 503,
    message: 'Too many catalogue files are waiting. Try again when some imports have ended.',
    retryAfterSeconds: 60,
  },
})
