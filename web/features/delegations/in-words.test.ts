import { expect, it } from 'vitest'
import { inWords } from './Payers.tsx'

it('says the days of Rome: shortly after midnight it is the day before in UTC', () => {
  const delegation = {
    ...{ delegation_id: 1, delegate_name: 'Paolo', delegate_email: 'paolo@example.it', ended_by_name: null },
    ...{ consent_by: 'owner' as const, consent_on: '2026-07-01', expires_on: null },
    ...{ answer_by: '2026-07-04T10:00:00Z', accepted_at: '2026-07-01T22:30:00Z' },
  }
  expect(inWords({ ...delegation, state: 'active', ended_at: null })).toContain('dal 02/07/2026')
  expect(inWords({ ...delegation, state: 'ended', ended_at: '2026-08-09T22:30:00Z' })).toContain('10/08/2026')
})
