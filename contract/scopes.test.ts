import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { findScope, listScopes } from './scopes.ts'

const endpoints: [string, Endpoint][] = Object.entries(api)

describe('the scope of a call', () => {
  it('is derived from the domain and the method, for a new endpoint too', () => {
    expect(findScope(api.listAllClasses)).toBe('classes:read')
    expect(findScope(api.changeClass)).toBe('classes:write')
    const added = { domain: 'dates', method: 'DELETE', access: 'instructor' } as Endpoint
    expect(findScope(added)).toBe('dates:write')
  })

  it('is missing for these calls only, which refuse every access token', () => {
    expect(endpoints.filter(([, endpoint]) => !findScope(endpoint)).map(([name]) => name)).toEqual([
      'issueToken',
      'createUser',
      'makeStudent',
      'makeInstructor',
      'makeAdmin',
      'unlinkUser',
      'deleteUser',
      'invite',
      'inviteWaiting',
      'resendInvitation',
      'claimInvitation',
      'getOwnData',
      'listSessions',
      'endSession',
      'endOtherSessions',
      'signOut',
      'listLostPlaces',
      'deleteOwnAccount',
      ...['requestEmailChange', 'confirmEmailChange', 'restoreEmail', 'requestEmailChangeFor'],
      'listAccessTokens',
      'listAccessTokenScopes',
      'createAccessToken',
      'revokeAccessToken',
      'createWebhook',
      'changeWebhook',
      'rotateWebhookSecret',
      'deleteWebhook',
      'claimSchool',
      'testMailing',
      'sendMailing',
      'continueMailing',
      'retryMailing',
      ...['listEmails', 'getEmail', 'changeEmail', 'resetEmail', 'previewEmail', 'testEmailWords'],
      'cancelRun',
      'getCalendarSettings',
      'changeCalendarSettings',
      'renewCalendarFeed',
      'endCalendarFeed',
      ...['uploadImport', 'listImports', 'getImport', 'matchImport', 'checkImport', 'listImportRows'],
      ...['exportImportRows', 'applyImport', 'undoImport', 'discardImport'],
      'requestExport',
      'grantCredit',
      'makeVoucher',
      'voidVoucher',
      'getVoucherPdf',
      'refundPayment',
      'retryRefund',
      'withdrawClass',
    ])
  })

  it('is missing for an endpoint without a domain', () => {
    expect(findScope({ method: 'GET', access: 'user' } as Endpoint)).toBeNull()
  })
})

describe('the scopes of a role', () => {
  it('are those of the calls that the role may make', () => {
    const [student, instructor, admin] = [
      listScopes(api, 'student'),
      listScopes(api, 'instructor'),
      listScopes(api, 'admin'),
    ]
    expect(student).toEqual(expect.arrayContaining(['users:read', 'cart:write', 'payments:read', 'enrolments:read']))
    expect(student).not.toContain('activity:read')
    expect(student).not.toContain('classes:write')
    expect(instructor).toEqual(expect.arrayContaining(['classes:write', 'materials:write', 'images:write']))
    expect(instructor).not.toContain('webhooks:read')
    expect(admin).toEqual(expect.arrayContaining(['activity:read', 'classes:write', 'webhooks:write']))
    expect(admin).not.toContain('images:write')
  })
})
