export { type AttachmentType, attachmentTypeOf } from './attachment-type.ts'
export { fileNameFrom } from './file-name.ts'
export {
  attachmentBytesMax,
  readUpload,
  sha256Of,
  type UploadedFile,
  type UploadProblem,
} from './read-upload.ts'
export { fileAnswers, fileHeaders, type SentFile, streamedFiles } from './sent-file.ts'
export { deletedBefore, unusedMax, usableSince } from './unused-files.ts'
