export const invoicesPage = {
  title: 'Invoices',
  none: 'No invoice fits. Suppliers invoice what they ship.',
  anySupplier: 'All suppliers',
  requester: 'Requested by',
  anyRequester: 'Everybody',
  noNumber: 'No number yet',
  'state.ISSUED': 'Issued',
  'state.WAITING': 'Waits for details of the supplier',
  'state.WAIVED': 'Not issued',
}
