import { describe, expect, it } from 'vitest'
import { progressWords } from '../../ui/data/PaymentProgress.tsx'
import { instalmentLines } from './BillParts.tsx'

const words = (state: Parameters<typeof instalmentLines>[0]['state'], settled: number, pending = 0) => {
  const of = { instalment_id: 1, position: 1, due_date: '2026-09-30', amount: 10_000 }
  const lines = instalmentLines({ state }, { ...of, settled, pending })
  return lines && progressWords(lines)
}

describe('the picture of an instalment', () => {
  it('shows its own money, whatever the bill says', () => {
    expect(words('partly_paid', 10_000)).toBe('tutto incassato')
    expect(words('overdue', 2_500)).toBe('25 % incassato')
    expect(words('pending', 0, 10_000)).toBe('pagamento in corso')
  })

  it('never says of one that nobody paid that its money came back or is disputed', () => {
    expect(words('disputed', 0)).toBe('niente incassato')
    expect(words('refunded', 0)).toBe('niente incassato')
    expect(words('disputed', 10_000)).toBe('tutto incassato, contestato')
  })

  it('is none in drafts and cancelled bills', () =>
    expect([words('draft', 0), words('cancelled', 0)]).toEqual([null, null]))
})
