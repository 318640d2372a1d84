import type { Act } from '../player.ts'
import { backActs } from './acts-back.ts'
import { billActs } from './acts-bills.ts'
import { budgetActs } from './acts-budgets.ts'
import { closingActs } from './acts-closing.ts'
import { debitActs } from './acts-debits.ts'
import { importActs } from './acts-imports.ts'
import { interestActs } from './acts-interest.ts'
import { onlineActs } from './acts-online.ts'
import { planActs } from './acts-plans.ts'
import { transferActs } from './acts-transfers.ts'

/** All acts that move or promise money. */
export const acts: Act[] = [
  ...[...billActs, ...onlineActs, ...transferActs, ...backActs, ...planActs],
  ...[...closingActs, ...interestActs, ...importActs, ...budgetActs, ...debitActs],
]
