import type * as contract from '@saldo/contract/registry/documents'
import type { DocumentOwner } from '@saldo/domain/registry/document'
import { serve } from '../../http/serve.ts'
import { selectDocuments } from './document-view.ts'
import { findOwner, isOf } from './find-owner.ts'
import type { SameAct } from './same-act.ts'

export const listDocuments = (door: SameAct<typeof contract.customerDocuments>, owner: DocumentOwner) =>
  serve(door, async ({ tx, params }) => selectDocuments(tx, isOf(tx, await findOwner(tx, owner, params.id))))
