import type { Scenario } from './scenario.ts'
import { f1 } from './scenarios/f1-kill.ts'

export const scenarios: Scenario[] = [f1]
