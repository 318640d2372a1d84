import type { Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'
import { causali, type NoticeEnd } from './bank-answers.ts'

export type AnsweredNotice = {
  creditor_number: string
  amount: Cents
  due_on: Day
  debtor: { name: string; fiscal_code: string }
  end: NoticeEnd
  paid_on: Day
}

/**
 * The outcomes of notices (MAV) that another program had ordered, in the bank's records of 120 characters; positions are
 * counted from 1.
 */
export function noticeAnswers(of: {
  name: string
  day: Day
  account: { iban: string; name: string; fiscal_code: string }
  notices: readonly AnsweredNotice[]
}): Buffer {
  const { name, day, account, notices } = of
  // In an Italian IBAN bank, branch and account follow the country, two check digits and a letter.
  const ours = account.iban.slice(5)
  const frame: Field[] = [
    [4, ours.slice(0, 5)],
    [9, 'A1B2C'],
    [14, short(day)],
    [20, name],
  ]
  const body = notices.flatMap((notice, index) => {
    const number: Field = [4, digits(index + 1, 7)]
    const { creditor_number, amount, due_on, debtor, end, paid_on } = notice
    const paid: Field[] = [
      [75, creditor_number.padStart(12, '0')],
      [87, '00000'],
      [92, short(paid_on)],
      [110, short(paid_on)],
    ]
    return [
      record(
        '14',
        number,
        [23, short(due_on)],
        [29, causali[end]],
        [34, digits(amount, 13)],
        [47, '+0306902800'],
        [70, ours],
        [92, 'A1B2C'],
        [97, `3${debtor.fiscal_code}`],
        [120, 'E'],
      ),
      record('20', number, [11, letters(account.name, 48)]),
      record('30', number, [11, letters(debtor.name, 60).padEnd(60)], [71, debtor.fiscal_code]),
      record('51', number, [11, creditor_number], ...(end === 'paid' ? paid : [])),
      record('70', number),
    ]
  })
  const total = notices.reduce((sum, { amount }) => sum + amount, 0)
  const lines = [
    record('IM', ...frame),
    ...body,
    record(
      'EF',
      ...frame,
      [46, digits(notices.length, 7)],
      [53, digits(0, 15)],
      [68, digits(total, 15)],
      [83, digits(body.length + 2, 7)],
    ),
  ]
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1')
}

type Field = [from: number, text: string]

const record = (type: string, ...fields: readonly Field[]): string =>
  fields.reduce((line, [from, text]) => line.padEnd(from - 1) + text, ` ${type}`).padEnd(120)
const digits = (value: number, width: number): string => String(value).padStart(width, '0')
const short = (day: Day): string => `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`
const letters = (text: string, width: number): string =>
  text
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .toUpperCase()
    .slice(0, width)
