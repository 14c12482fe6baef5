import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/orders.json' with { type: 'json' }

export const writeMail = defineTexts('mails/orders', english)
