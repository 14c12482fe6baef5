import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/quotas.json' with { type: 'json' }

export const writeMail = defineTexts('mails/quotas', english)
