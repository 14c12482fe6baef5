import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('incidents', {
  incident_not_found: {
    status: 404,
    message: 'There is no such incident. Take the id from the list of incidents.',
    details: { incidentId: Type.String() },
  },
  incident_over: {
    status: 409,
    message: 'The incident has already ended. Read it again to see when and how.',
    details: { incidentId: Type.String() },
  },
})
