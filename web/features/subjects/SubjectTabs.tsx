import { Link, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { Subject } from '../../records/subject-query.ts'
import type { Query } from '../../ui/grid/list.ts'
import { RecordTabs } from '../../ui/RecordTabs.tsx'
import { subjectTabs, tabNamed } from './subject-tabs.ts'

/** The parts of a person's page: each is an address. */
export function SubjectTabs({ subject }: { subject: Subject }) {
  const open = tabNamed((useSearch({ strict: false }) as Query).tab)
  const [first] = subjectTabs
  return (
    <RecordTabs
      label="Parti della scheda"
      open={open.label}
      links={subjectTabs.map(({ id, label }) => (
        <Link
          key={id}
          {...paths.subjectPage(subject.subject_id, id === first.id ? undefined : id)}
          // The first has no search of its own: it is open only where there is none at all.
          activeOptions={{ exact: true }}
          aria-current={id === open.id ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    >
      <open.Tab key={subject.subject_id} subject={subject} />
    </RecordTabs>
  )
}
