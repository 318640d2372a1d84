import type * as contract from '@saldo/contract/documents'
import type { DocumentOwner } from '@saldo/domain/document'
import { serve } from '../../http/serve.ts'
import { selectDocuments } from './document-view.ts'
import type { Door } from './door.ts'
import { findOwner, isOf } from './find-owner.ts'

export const listDocuments = (door: Door<typeof contract.customerDocuments>, owner: DocumentOwner) =>
  serve(door, async ({ tx, params }) => selectDocuments(tx, isOf(tx, await findOwner(tx, owner, params.id))))
