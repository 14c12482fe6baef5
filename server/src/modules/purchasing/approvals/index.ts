export { approvalsModule } from './approvals-module.ts'
export type { RequestSummary } from './notices/letters.ts'
export { approvalsJobs } from './notices/notify.ts'
export { continueRequestsModule } from './requests/continue-requests-module.ts'
export type { ApprovalPlan } from './requests/plan.ts'
export type { SeenRequest } from './requests/read-requests.ts'
export type { LeftLines } from './requests/reduce-request.ts'
export { type ApprovalRequest, isOpen } from './requests/request.ts'
export {
  ApprovalParams,
  ApprovalView,
  approvalExample,
  PlannedStepView,
  seenFields,
  viewApproval,
  viewPlannedStep,
  viewSeenApproval,
} from './requests/request-schemas.ts'
export { reviewStepsOf } from './requests/review-steps.ts'
export { withdrawRequest } from './requests/withdraw-request.ts'
export { type Approvals, createApprovals } from './service.ts'
