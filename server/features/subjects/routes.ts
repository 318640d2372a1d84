import { getConsents, keepConsent } from './consents.ts'
import { createSubject } from './create-subject.ts'
import { exportSubjects } from './export-subjects.ts'
import { findDuplicates } from './find-duplicates.ts'
import { getSubject } from './get-subject.ts'
import { mergeSubjects } from './merge-subjects.ts'
import { changeMyContacts, listMySubjects } from './my-subjects.ts'
import { exportNotes } from './notes/export-notes.ts'
import { markCalledBack } from './notes/mark-called-back.ts'
import { listNotes, summariseNotes } from './notes/notes-list.ts'
import { removeNote } from './notes/remove-note.ts'
import { createNote, updateNote } from './notes/write-note.ts'
import { previewMerge } from './preview-merge.ts'
import { listSubjects } from './subjects-list.ts'
import { summariseSubjects } from './summarise-subjects.ts'
import { unitsOfSubject } from './units-of-subject.ts'
import { updateSubject } from './update-subject.ts'

export const subjectRoutes = [
  listSubjects,
  summariseSubjects,
  exportSubjects,
  getSubject,
  createSubject,
  updateSubject,
  unitsOfSubject,
  getConsents,
  keepConsent,
  findDuplicates,
  previewMerge,
  mergeSubjects,
  listNotes,
  summariseNotes,
  exportNotes,
  createNote,
  updateNote,
  markCalledBack,
  removeNote,
  listMySubjects,
  changeMyContacts,
]
