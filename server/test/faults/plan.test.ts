import { describe, expect, it } from 'vitest'
import { faultKinds, planCampaign } from './plan.ts'

describe('the plan of a campaign', () => {
  it('is the same for the same seed and differs for another', () => {
    expect(planCampaign(7, 20)).toEqual(planCampaign(7, 20))
    expect(planCampaign(7, 20)).not.toEqual(planCampaign(8, 20))
  })

  it.each([1, 3, 20, 500])('of %i runs has every kind of fault', (runs) => {
    const planned = planCampaign(7, runs).flatMap(({ faults }) => faults.map(({ kind }) => kind))
    expect(new Set(planned)).toEqual(new Set(faultKinds))
  })
})
