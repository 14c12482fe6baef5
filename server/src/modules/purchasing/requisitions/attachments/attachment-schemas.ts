import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Attachment } from './attachment.ts'

export const AttachmentView = record(
  'RequisitionAttachment',
  'A file that says more about a line of a requisition.',
  {
    id: Type.String(),
    name: Type.String({ description: 'The name of the file, for people.' }),
    mediaType: Type.String(),
    bytes: Type.Integer(),
  },
  {
    examples: [
      {
        id: 'att_01m7xb82dw3khw78phh28dvacd',
        name: 'plan.pdf',
        mediaType: 'application/pdf',
        bytes: 48_213,
      },
    ],
  },
)

export function viewAttachment({
  id,
  name,
  mediaType,
  bytes,
}: Attachment): Static<typeof AttachmentView> {
  return { id, name, mediaType, bytes }
}
