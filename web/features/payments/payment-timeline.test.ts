import { describe, expect, it } from 'vitest'
import { timelineOf } from './payment-timeline.ts'

const at = '2026-09-17T08:42:00Z'
const told = (kind: string, text: string) =>
  timelineOf({ timeline: [{ at, kind, text, actor: 'provider' }] })[0]

describe('timelineOf', () => {
  it('lists the latest first', () => {
    const timeline = ['Uno', 'Due'].map((text) => ({ at, kind: 'created', text, actor: 'pagatore' }))
    expect(timelineOf({ timeline }).map(({ what }) => what)).toEqual(['Due', 'Uno'])
  })
  it('sets the event in bold, not the amount', () => {
    expect(told('succeeded', 'Pagamento riuscito: 412,50 € con Visa •••• 4242')).toMatchObject({
      what: 'Pagamento riuscito',
      detail: '412,50 € con Visa •••• 4242',
      tone: 'success',
    })
    expect(told('created', 'Tentativo creato')).toMatchObject({ what: 'Tentativo creato', detail: undefined })
  })
  it('names the failed act before the reason, even with colons', () =>
    expect(told('failed', 'Sul conto: nulla.')).toMatchObject({
      what: 'Pagamento non riuscito',
      detail: 'Sul conto: nulla.',
      tone: 'danger',
    }))
  it('shows an unknown kind', () =>
    expect(told('invented', 'Qualcosa')).toMatchObject({ what: 'Qualcosa', tone: 'neutral' }))
})
