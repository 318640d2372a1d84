import * as contract from '@saldo/contract/registry/documents'
import { countResidents } from './count-residents.ts'
import { downloadDocument } from './download-document.ts'
import { listDocuments } from './list-documents.ts'
import {
  downloadMyDocument,
  exportMyDocuments,
  listMyDocuments,
  summariseMyDocuments,
} from './my-documents.ts'
import { removeDocument } from './remove-document.ts'
import { checkDocument, invalidateDocument } from './review-document.ts'
import { shareDocument } from './share-document.ts'
import { takeBackReview } from './take-back-review.ts'
import { uploadDocument } from './upload-document.ts'

export const documentRoutes = [
  listDocuments(contract.customerDocuments, 'customer'),
  downloadDocument(contract.downloadCustomerDocument),
  uploadDocument(contract.uploadCustomerDocument, 'customer'),
  checkDocument(contract.checkCustomerDocument),
  invalidateDocument(contract.invalidateCustomerDocument),
  takeBackReview(contract.takeBackCustomerDocument),
  removeDocument(contract.removeCustomerDocument),

  listDocuments(contract.accountDocuments, 'account'),
  downloadDocument(contract.downloadAccountDocument),
  uploadDocument(contract.uploadAccountDocument, 'account'),
  checkDocument(contract.checkAccountDocument),
  invalidateDocument(contract.invalidateAccountDocument),
  takeBackReview(contract.takeBackAccountDocument),
  removeDocument(contract.removeAccountDocument),
  shareDocument,
  countResidents,

  listDocuments(contract.subjectDocuments, 'subject'),
  downloadDocument(contract.downloadSubjectDocument),
  uploadDocument(contract.uploadSubjectDocument, 'subject'),
  checkDocument(contract.checkSubjectDocument),
  invalidateDocument(contract.invalidateSubjectDocument),
  takeBackReview(contract.takeBackSubjectDocument),
  removeDocument(contract.removeSubjectDocument),

  listMyDocuments,
  summariseMyDocuments,
  exportMyDocuments,
  downloadMyDocument,
]
