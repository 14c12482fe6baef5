/** The format of a document: the norm alone, or with further rules of its receivers. */
export type InvoiceProfile = 'EN16931' | 'PEPPOL_BIS_3' | 'XRECHNUNG_3'

/** A detail that a profile needs, prefixed by who enters it: `supplier.…` or `buyer.…`. */
export type MissingDetail = `${'supplier' | 'buyer'}.${string}`
