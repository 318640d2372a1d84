import { shiftDate } from './shifted-date.ts'

// Preloaded into a process that must run at another time.
shiftDate(Number(process.env.SALDO_FAULTS_SHIFT_SECONDS ?? 0))
