import { describeChanges } from '@saldo/domain/audit-words'
import { Facts } from '../../ui/Facts.tsx'
import type { AuditLine } from './audit-words.ts'

/** What differs, field by field: as it was, and as it is since. */
export function AuditChanges({ line }: { line: AuditLine }) {
  const changes = describeChanges(line.before, line.after)
  return (
    <Facts
      rows={changes.map(({ field, was, is }) => [
        field,
        was === null ? (
          is
        ) : (
          <>
            <del>{was}</del> {is ?? 'tolto'}
          </>
        ),
      ])}
    />
  )
}
