import { expect, it } from 'vitest'
import { periodError, receiptPeriods } from './receipt-periods.ts'

it('has whole months, quarters and years, with their last days', () => {
  const said = receiptPeriods('2028-03-10').map(({ label, from, to }) => [label, from, to])
  expect(said).toEqual([
    ['Mese scorso', '2028-02-01', '2028-02-29'],
    ['Questo mese', '2028-03-01', '2028-03-31'],
    ['Quarto trimestre 2027', '2027-10-01', '2027-12-31'],
    ['Primo trimestre 2028', '2028-01-01', '2028-03-31'],
    ['Quest’anno', '2028-01-01', '2028-12-31'],
    ['Anno scorso', '2027-01-01', '2027-12-31'],
  ])
})

it('refuses a period that is reversed or longer than 36 months', () => {
  expect(periodError('2026-02-01', '2026-01-31')).toBe('Il periodo finisce prima di cominciare.')
  expect(periodError('2026-01-01', '2029-01-01')).toContain('36 mesi')
  expect(periodError('2026-01-01', '2028-12-31')).toBeNull()
})
