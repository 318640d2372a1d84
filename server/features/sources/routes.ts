import type { Route } from '../../http/serve.ts'
import { createSource } from './create-source.ts'
import { createSourceByLink } from './create-source-by-link.ts'
import { defaultSource } from './default-source.ts'
import { deleteSepa } from './delete-sepa.ts'
import { deleteSource } from './delete-source.ts'
import { getSourceLink } from './get-source-link.ts'
import { retrieveSources } from './retrieve-sources.ts'
import { saveSource } from './save-source.ts'
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
