import type { Route } from '../../http/serve.ts'
import { defaultSource } from './default-source.ts'
import { deleteSepa } from './delete-sepa.ts'
import { deleteSource } from './delete-source.ts'
import { getSourceLink } from './get-source-link.ts'
import { retrieveSources } from './retrieve-sources.ts'
import { createSource } from './save/create-source.ts'
import { createSourceByLink } from './save/create-source-by-link.ts'
import { saveSource } from './save/save-source.ts'
import { setExpiry } from './set-expiry.ts'

export const sourceRoutes: Route[] = [
  retrieveSources,
  createSource,
  saveSource,
  createSourceByLink,
  getSourceLink,
  deleteSource,
  defaultSource,
  setExpiry,
  deleteSepa,
]
