import { TabColumn } from '../../records/RecordTabs.tsx'
import type { SubjectTabProps } from '../../records/record-tab.ts'
import { SubjectSources } from './Sources.tsx'

export function SourcesTab({ subject }: SubjectTabProps) {
  return (
    <TabColumn>
      <SubjectSources subject_id={subject.subject_id} />
    </TabColumn>
  )
}
