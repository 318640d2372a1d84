import { describeChanges } from '@saldo/domain/audit/audit-words'
import { Facts } from '../../ui/data/Facts.tsx'
import type { AuditLine } from './audit-words.ts'

/** Changed fields, with the values before and after. */
export function AuditChanges({ line }: { line: AuditLine }) {
  const changes = describeChanges(line)
  return (
    <Facts
      rows={changes.map(({ field, was, is }) => [
        field,
        was === null ? (
          is
        ) : (
          <>
            <del>{was}</del> {is ?? 'niente'}
          </>
        ),
      ])}
    />
  )
}
