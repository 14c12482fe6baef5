import type { ApprovalRequest } from '../requests/request.ts'
import type { Comment } from './comment.ts'

/** The version of a request in the event of its next comment or added approver: each of them makes it one more. */
export function versionAfterNext(
  { steps }: Pick<ApprovalRequest, 'steps'>,
  comments: readonly Comment[],
): number {
  return steps.length + comments.length + 1
}
