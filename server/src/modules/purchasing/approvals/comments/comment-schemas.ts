import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Comment } from './comment.ts'

export const CommentView = record(
  'ApprovalComment',
  'What a person said about an approval request without deciding it.',
  {
    id: Type.String(),
    authorId: Type.String(),
    text: Type.Optional(Type.String({ description: 'Absent: the author was erased.' })),
    writtenAt: Type.String({ format: 'date-time' }),
  },
  {
    examples: [
      {
        id: 'apc_01m7xb82dw3khw78phh28dvacd',
        authorId: 'usr_01m7xb82dw3khw78phh28dvace',
        text: 'Why do we need twelve of these?',
        writtenAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

export function viewComment({
  id,
  authorId,
  text,
  writtenAt,
}: Comment): Static<typeof CommentView> {
  return {
    id,
    authorId,
    ...(text !== undefined && { text }),
    writtenAt: writtenAt.toISOString(),
  }
}
