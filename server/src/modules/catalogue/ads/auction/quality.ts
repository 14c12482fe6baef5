import { qualityUnit } from './auction.ts'

/** The share of clicks that a campaign without any history is expected to have: a beta prior of 2 clicks in 100 places. */
const priorClicks = 2
const priorPlaces = 100

const leastQuality = 0.05

/**
 * The relevance of a product times how much better or worse than expected its campaign is clicked, as whole millionths between 0.05
 * and 1. A campaign without history has half of the relevance, so a good one can rise to twice that.
 */
export function qualityOf(
  relevance: number,
  { clicks, places }: { readonly clicks: number; readonly places: number },
): number {
  const clickRate = (clicks + priorClicks) / (places + priorPlaces)
  const ratio = clickRate / (priorClicks / priorPlaces)
  const quality = (relevance * Math.min(2, Math.max(0.25, ratio))) / 2
  return Math.round(Math.min(1, Math.max(leastQuality, quality)) * qualityUnit)
}
