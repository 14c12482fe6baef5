import { describe, expect, it } from 'vitest'
import { anApiKey, aPrincipal } from '#testing/actors'
import { mayPay } from './may-pay.ts'

describe('who may pay', () => {
  it.each([
    ['a buyer', aPrincipal('buyer'), true],
    ['an administrator', aPrincipal('company_admin'), true],
    ['an approver', aPrincipal('approver'), false],
    ['an integration', anApiKey(), true],
    ['a partner app with the permission', aPrincipal('buyer', { kind: 'oauth_app' }), true],
    [
      'a partner app without it',
      aPrincipal('buyer', { kind: 'oauth_app', scopes: new Set(['orders:write']) }),
      false,
    ],
  ])('%s: %s', (_who, actor, expected) => {
    expect(mayPay(actor)).toBe(expected)
  })
})
