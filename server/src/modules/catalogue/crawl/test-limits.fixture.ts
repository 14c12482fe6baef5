import type { CrawlLimits } from './deps.ts'

/** Small limits, and no pauses. */
export const testLimits: CrawlLimits = {
  runsAtOnce: 8,
  hostDelayMs: 0,
  hostDelayMaxMs: 30_000,
  fetchTimeoutMs: 5_000,
  pageBytesMax: 200_000,
  feedBytesMax: 50_000_000,
  feedTimeoutMs: 60_000,
  runPagesMax: 5_000,
  runDepthMax: 20,
  runBytesMax: 100_000_000,
  runMs: 600_000,
  barrenPagesMax: 15,
  retryPauseMs: 10,
}
