import { RecordTab } from '../../ui/RecordTabs.tsx'
import { SubjectSources } from '../sources/Sources.tsx'
import type { SubjectTabProps } from './subject-tabs.ts'

export default function SourcesTab({ subject }: SubjectTabProps) {
  return (
    <RecordTab>
      <SubjectSources subject_id={subject.subject_id} />
    </RecordTab>
  )
}
