import type { Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'
import { closingOf, decimal, type StatedAccount, type StatedMovement } from './stated.ts'

/**
 * A statement in the CBI's format RH: records of 120 characters, positions counted from 1. Written from the format's
 * description and not from our reader.
 */
export function rhStatement(name: string, day: Day, accounts: readonly StatedAccount[]): Buffer {
  const head: Field[] = [
    [4, '08327'],
    [9, 'SB7K2'],
    [14, short(day)],
    [20, name],
  ]
  const body = accounts.flatMap((account, index) => ofAccount(account, String(index + 1).padStart(7, '0')))
  const lines = [
    record('RH', ...head),
    ...body,
    record(
      'EF',
      ...head,
      [46, String(accounts.length).padStart(7, '0')],
      [83, String(body.length + 2).padStart(7, '0')],
    ),
  ]
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1')
}

type Field = [from: number, text: string]

function ofAccount(account: StatedAccount, number: string): string[] {
  const { iban, opening, from, to, movements } = account
  return [
    record(
      '61',
      [4, number],
      [30, '93001'],
      [35, 'CONTO CORRENTE'],
      [51, 'C'],
      [52, iban.slice(4)],
      [75, 'EUR'],
      [78, short(from)],
      [84, money(opening)],
      [100, iban.slice(0, 4)],
    ),
    ...movements.flatMap((movement, at) =>
      ofMovement(movement, `${number}${String((at % 999) + 1).padStart(3, '0')}`),
    ),
    record('64', [4, number], [11, 'EUR'], [14, short(to)], [20, money(closingOf(account))]),
  ]
}

const codes = { transfer: '48', batch: '50', return: '31', own: '18' } as const

function ofMovement(movement: StatedMovement, number: string): string[] {
  const { booked_on, amount, reference, kind, party_name, end_to_end_id } = movement
  const text = ascii([movement.structured_reference, movement.text].filter(Boolean).join(' '))
  const code = kind === 'transfer' && amount < 0 ? '26' : codes[kind]
  const parts = text.match(/.{1,104}/g) ?? []
  return [
    record(
      '62',
      [4, number],
      [14, short(booked_on)],
      [20, short(booked_on)],
      [26, money(amount)],
      [42, code],
      [62, reference],
    ),
    ...(party_name
      ? [
          record(
            '63',
            [4, number],
            [14, 'YYY'],
            [17, `${short(booked_on).slice(0, 4)}${booked_on.slice(0, 4)}`],
            [25, movement.party_fiscal_code ?? ''],
            [41, ascii(party_name).slice(0, 40)],
          ),
          record('63', [4, number], [14, 'YY2'], [67, movement.party_iban ?? '']),
        ]
      : []),
    ...(end_to_end_id ? [record('63', [4, number], [14, 'ID1'], [52, end_to_end_id])] : []),
    ...parts.map((part, at) => record('63', [4, number], [14, at === 0 ? 'RI1' : 'RI2'], [17, part])),
  ]
}

function record(type: string, ...fields: readonly Field[]): string {
  let line = ` ${type}`
  for (const [from, text] of fields) {
    if (from <= line.length || from - 1 + text.length > 120)
      throw new RangeError(`record ${type}: no room for ${JSON.stringify(text)} at ${from}`)
    line = line.padEnd(from - 1) + text
  }
  return line.padEnd(120)
}

const money = (cents: Cents): string =>
  `${cents < 0 ? 'D' : 'C'}${decimal(cents).replace('.', ',').padStart(15, '0')}`
const short = (day: Day): string => `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`
/** Capitals without accents, as banks of this format write. */
const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .toUpperCase()
