import { feature } from '../../feature.ts'
import { getDocumentCheck } from './get-document-check.ts'
import { documentCheckListRoutes } from './list-document-checks.ts'

/** The documents of all customers that wait for a check. It writes nothing: `documents` has the acts. */
export const documentChecks = feature({
  routes: [...documentCheckListRoutes, getDocumentCheck],
})
