import type { RightKind } from '@saldo/domain/right-holder'
import type { RowInHand } from './registry-row.ts'
import { doubtfulRole, rightAndShare, rightOf, SKIP } from './role-words.ts'
import { isMille, isNo, isYes, shareOf } from './unit-words.ts'

/** Reads right, share, who pays and since when; true if the row is left out, as a person answered about its role. */
export function readRight(hand: RowInHand, sharesArePercent: boolean): boolean {
  const { row, facts, checks, doubts, keep, written } = hand
  const role = written('role')
  const said = rightAndShare(role)
  const right =
    role === '' ? null : (rightOf(said.right) ?? doubts.ask(row, role, doubtfulRole(said.right)) ?? 'owner')
  if (right && right !== SKIP) facts.right_kind = right as RightKind
  readShare(hand, written('share') || said.share, sharesArePercent)
  readPayer(hand)
  for (const field of ['since', 'until'] as const) keep(field, checks.date(field))
  if (facts.since && facts.until && facts.until < facts.since)
    checks.complain('until', 'date', 'La fine viene prima dell’inizio.')
  return right === SKIP
}

function readShare({ row, at, facts, checks, doubts }: RowInHand, share: string, isPercent: boolean): void {
  if (at('share')?.kind === 'date') {
    checks.complain(
      'share',
      'share',
      'Il foglio ha cambiato questa quota in una data: scrivila come 1/2 o 50%.',
    )
    return
  }
  if (share === '') return
  const fraction = shareOf(share, () => !isPercent && isMille(doubts, row, share))
  if (fraction)
    Object.assign(facts, { share_numerator: fraction.numerator, share_denominator: fraction.denominator })
  else
    checks.complain(
      'share',
      'share',
      'Questa quota non si legge: scrivila come 1/2 o 50%, mai più dell’intero.',
    )
}

/** `sì`, `no`, or the right of the person who pays. */
function readPayer({ facts, checks, written }: RowInHand): void {
  const pays = written('pays')
  if (pays === '') return
  const who = rightOf(pays)
  if (isYes(pays) || isNo(pays)) facts.pays = isYes(pays)
  else if (who) facts.pays = who === (facts.right_kind ?? 'owner')
  else
    checks.complain(
      'pays',
      'pays',
      'Non si capisce chi paga: scrivi sì o no, oppure proprietario o inquilino.',
    )
}
