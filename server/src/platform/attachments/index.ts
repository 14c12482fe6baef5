export { type AttachmentType, attachmentTypeOf } from './attachment-type.ts'
export { fileNameFrom } from './file-name.ts'
export {
  attachmentBytesMax,
  readUpload,
  sha256Of,
  type UploadedFile,
  type UploadProblem,
  uploadedFileOf,
} from './read-upload.ts'
export { fileAnswers, fileHeaders, type SentFile, streamedFiles } from './sent-file.ts'
export { purgeUnused, unusedMax, usableSince } from './unused-files.ts'
