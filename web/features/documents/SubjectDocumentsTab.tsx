import type { SubjectTabProps } from '../subjects/subject-tabs.ts'
import { Documents } from './Documents.tsx'

export default function SubjectDocumentsTab({ subject }: SubjectTabProps) {
  return <Documents of={{ owner: 'subject', id: subject.subject_id }} />
}
