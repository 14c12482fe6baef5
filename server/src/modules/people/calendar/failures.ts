import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('calendar', {
  place_unknown: {
    status: 422,
    message:
      'We know no public holidays of this place. Choose a region in details.regions, or leave the region out. If there is none, enter the holidays as exceptions.',
    details: {
      country: Type.String(),
      region: Type.Optional(Type.String()),
      regions: Type.Array(Type.String()),
    },
  },
  exception_repeated: {
    status: 422,
    message: 'The day in details.day stands in the exceptions twice. Leave one of them out.',
    details: { day: Type.String() },
  },
  range_invalid: {
    status: 422,
    message: 'Ask for at most details.daysMax days, and give the earlier day as `from`.',
    details: { daysMax: Type.Integer() },
  },
})
