import type { TablePlan } from '../import-view.ts'

/**
 * Goes up when files are scanned for more than before. The plans of an import that was read earlier know nothing of it, so
 * the file is scanned again before anything is written: what is asked today would not be asked.
 */
export const READING = 2

export const isOutdated = ({ reading }: Pick<TablePlan, 'reading'>): boolean => reading !== READING
