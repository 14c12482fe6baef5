export { answerQuestions } from './answer-questions.ts'
export { type Compute, createCompute } from './compute.ts'
export { ComputeStopped } from './compute-stopped.ts'
export type { ComputePool, PoolOptions } from './pool.ts'
