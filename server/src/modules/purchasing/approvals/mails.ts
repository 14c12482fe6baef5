import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/approvals.json' with { type: 'json' }

export const writeMail = defineTexts('mails/approvals', english)
