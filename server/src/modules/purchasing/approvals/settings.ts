import { Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const approvalsSettings = defineSettings(
  'approvals',
  Type.Object({
    APPROVALS_PAGE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^#\\s]+$',
        example: 'https://shop.example.com/approvals',
        description:
          'The page where people decide on orders. The id of the request follows behind a #. Without it mails lead to our own page, `/account/approvals`.',
      }),
    ),
  }),
)
