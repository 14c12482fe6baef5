import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('shopping', {
  list_not_found: {
    status: 404,
    message:
      'There is no such shopping list, or nobody has shared it with you. Take the id from your lists.',
    details: { listId: Type.String() },
  },
  list_of_another: {
    status: 403,
    message:
      'Only its owner and the administrators of your company change this shopping list. Make a list of your own from it instead.',
    details: { listId: Type.String() },
  },
  lists_limit_reached: {
    status: 422,
    message: 'One person can have at most 500 shopping lists. Delete one that you no longer need.',
    details: { limit: Type.Integer() },
  },
  unit_required: {
    status: 422,
    message:
      'You belong to no unit. Ask an administrator of your company to move you into one, or choose another visibility.',
  },
  unit_of_others: {
    status: 403,
    message:
      'You can share a list with your own unit or a unit above it. Choose one of these, or ask an administrator of your company.',
    details: { unitId: Type.String() },
  },
  unit_not_expected: {
    status: 422,
    message: 'Only a list with the visibility UNIT has a unit. Remove `unitId` from the request.',
  },
  source_ambiguous: {
    status: 422,
    message: 'Send exactly one of `items`, `text`, `orderId` and `listId`.',
  },
  text_too_long: {
    status: 422,
    message: 'A pasted text can have at most 500 lines with part numbers. Send it in parts.',
    details: { lines: Type.Integer(), max: Type.Integer() },
  },
  item_not_found: {
    status: 404,
    message: 'The list has no such item. Somebody may have removed it: read the list again.',
    details: { itemId: Type.String() },
  },
  item_exists: {
    status: 409,
    message: 'The product is in the list already. Change the quantity of its item.',
    details: { itemId: Type.String(), productId: Type.String() },
  },
  items_limit_reached: {
    status: 422,
    message: 'A list can have at most 500 items. Begin another list.',
    details: { limit: Type.Integer() },
  },
  product_not_found: {
    status: 422,
    message:
      'The product is not for sale to your company, so a list cannot take it. Search for another one.',
    details: { productId: Type.String() },
  },
  nothing_to_order: {
    status: 422,
    message: 'The list has no items. Add products to it first.',
    details: { listId: Type.String() },
  },
})
