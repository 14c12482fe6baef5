import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('preferences', {
  view_not_found: {
    status: 404,
    message: 'You have no such view. Take its id from your saved views.',
    details: { viewId: Type.String() },
  },
  view_name_taken: {
    status: 409,
    message:
      'You have a view of this list with this name: `details.viewId`. Choose another name, or change that view.',
    details: { viewId: Type.String() },
  },
  views_limit_reached: {
    status: 422,
    message: 'One person can have at most 200 saved views. Delete one that you no longer need.',
    details: { limit: Type.Integer() },
  },
})
