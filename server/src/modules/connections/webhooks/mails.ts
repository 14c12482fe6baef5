import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/webhooks.json' with { type: 'json' }

export const writeMail = defineTexts('mails/webhooks', english)
