import { Folder, Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const documentsActions: readonly Action[] = [
  {
    id: 'upload-document',
    label: 'Carica un documento dello studio',
    words: 'carta identità visura allega file pdf verifica',
    icon: Upload,
    to: paths.documents(),
    ofOneCustomer: true,
    useful: 90,
  },
  {
    id: 'shared-documents',
    label: 'Documenti del condominio',
    words: 'verbale assemblea regolamento scarica amministratore',
    icon: Folder,
    to: paths.myDocuments(),
    only: ['b2c'],
    useful: 4,
  },
]
