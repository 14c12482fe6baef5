export {
  claimFirst,
  claimOf,
  completeClaim,
  type IdempotencyClaim,
  parseKey,
  type RequestContent,
} from './claim.ts'
export { claimKey, isKeyTaken, isLockTimeout, keepAnswerWithin } from './claim-key.ts'
export { fail as failIdempotency } from './failures.ts'
export { forgetAnswers } from './forget.ts'
export {
  createIdempotencyKeeper,
  type FirstRequest,
  type HeldKey,
  type IdempotencyKeeper,
  type KeeperOptions,
  type KeptAnswer,
} from './keeper.ts'
export { keptDays, purgeIdempotencyKeys } from './purge.ts'
