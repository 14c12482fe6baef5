import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/documents/invoices.json' with { type: 'json' }

/** The labels and notes of invoices and credit notes as PDF. */
export const writeDocument = defineTexts('documents/invoices', english)
