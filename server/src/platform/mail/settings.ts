import { Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const mailSettings = defineSettings(
  'mail',
  Type.Object({
    MAIL_SMTP_URL: Type.Optional(
      Type.String({
        pattern: '^smtps?://[^/?#\\s]+/?$',
        example: 'smtp://user:password@mail.example.com:587',
        secret: true,
        description:
          'The mail server of the service: smtp://user:password@host:587 or smtps://…. Without it mails wait.',
      }),
    ),
    MAIL_FROM: Type.Optional(
      Type.String({
        pattern: '^(?:[^<>\\r\\n]{1,100} <[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$',
        example: 'Purveyor <no-reply@example.com>',
        description: 'The sender of mails: Purveyor <no-reply@example.com>.',
      }),
    ),
  }),
  ({ MAIL_SMTP_URL: url, MAIL_FROM: from }) =>
    url !== undefined && from === undefined
      ? [{ name: 'MAIL_FROM', problem: 'is needed where MAIL_SMTP_URL is set' }]
      : [],
)
