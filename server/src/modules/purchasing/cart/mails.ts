import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/cart.json' with { type: 'json' }

export const writeMail = defineTexts('mails/cart', english)
