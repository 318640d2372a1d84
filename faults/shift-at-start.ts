import { shiftDate } from './shifted-date.ts'

// Preloaded into a process that shall live at another time than we.
shiftDate(Number(process.env.SALDO_FAULTS_SHIFT_SECONDS ?? 0))
