import { createSubject } from './create-subject.ts'
import { exportSubjects } from './export-subjects.ts'
import { getSubject } from './get-subject.ts'
import { listSubjects } from './list-subjects.ts'
import { summariseSubjects } from './summarise-subjects.ts'
import { updateSubject } from './update-subject.ts'

export const subjectRoutes = [
  listSubjects,
  summariseSubjects,
  exportSubjects,
  getSubject,
  createSubject,
  updateSubject,
]
