/** What the people of a company ask their buyers to order. */
export const requisitions = {
  title: 'Requisitions',
  none: 'Nobody in the company has submitted a requisition.',
  'state.DRAFT': 'Draft',
  'state.SUBMITTED': 'Submitted',
  'state.IN_SOURCING': 'In sourcing',
  'state.IN_APPROVAL': 'In approval',
  'state.APPROVED': 'Approved',
  'state.ORDERED': 'Ordered',
  'state.RETURNED': 'Returned',
  'state.REJECTED': 'Rejected',
  'state.WITHDRAWN': 'Withdrawn',
}
