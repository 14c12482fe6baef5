export const waiting = {
  bell: '{count, plural, =0 {Nothing waits for you} one {# matter waits for you} other {# matters wait for you}}',
  title: 'Waits for you',
  none: 'Nothing waits for you now.',
  all: 'See all',
  'kind.approvals': 'Orders to approve',
  'kind.returnedOrders': 'Your orders, returned for change',
  'kind.returnedRequisitions': 'Your requisitions, returned for change',
  'kind.requisitions': 'Requisitions to source',
  'kind.decisions': 'Changes of suppliers to decide',
  'kind.payments': 'Changes of orders to pay',
  'kind.sales': 'Orders of customers to answer',
  'kind.tickets': 'Answered questions',
}
