import { Type } from 'typebox'
import { companyRoles } from '#kernel/actor'
import { withDescription } from '#kernel/record'
import { MoneyView } from '#platform/http'

const codes = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100, description })

const ids = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, description })

/** The conditions of a rule in requests. */
export const conditionSchemas = {
  amountFrom: withDescription(
    MoneyView,
    'The total is this or more, in whatever currency it is ordered.',
  ),
  categoryIds: ids('At least one line is in one of these categories, or in a category below one.'),
  costCenters: codes(
    'The order, a delivery, a line or an allocation is for one of these cost centres.',
  ),
  glAccounts: codes('At least one line or allocation is for one of these GL accounts.'),
  projects: codes('At least one line or allocation is for one of these projects.'),
  requesterIds: ids('One of these people ordered; for an API key, the person who made it.'),
  requesterRoles: Type.Array(Type.Enum([...companyRoles]), { maxItems: companyRoles.length }),
  supplierIds: ids('At least one line is from one of these suppliers.'),
  unitIds: ids(
    'The person who ordered belongs to one of these units of the company, or to a unit below one.',
  ),
  firstOrderFromSupplier: Type.Literal(true, {
    description:
      'At least one line is from a supplier from whom the company has bought nothing yet. Orders that wait, were rejected or were cancelled do not count.',
  }),
  aboveLastPrice: Type.Literal(true, {
    description:
      'The price of at least one line is above the last one that the company paid for the product. A price in another currency counts as above. A product that was never bought has no last price.',
  }),
  offContract: Type.Literal(true, {
    description:
      'At least one line is bought past a frame contract: the company has one for the category with another supplier, and none with the supplier of the line covers it.',
  }),
  freeTextLines: Type.Literal(true, {
    description:
      'The order is of a requisition, and at least one of its lines said in words what is needed, instead of naming a product.',
  }),
}
