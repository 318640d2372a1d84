import type { Scenario } from './scenario.ts'
import { f1 } from './scenarios/f1-kill.ts'
import { f2 } from './scenarios/f2-places.ts'
import { f3 } from './scenarios/f3-bad-luck.ts'
import { f4 } from './scenarios/f4-events.ts'
import { f5 } from './scenarios/f5-signatures.ts'
import { f6 } from './scenarios/f6-tabs.ts'
import { f7 } from './scenarios/f7-database.ts'
import { f8 } from './scenarios/f8-refunds.ts'
import { f9 } from './scenarios/f9-debits-year.ts'
import { f10 } from './scenarios/f10-provider-down.ts'
import { f12 } from './scenarios/f12-guards.ts'

export const scenarios: Scenario[] = [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f12]
