import * as contract from '@saldo/contract/documents'
import { downloadDocument } from './download-document.ts'
import { checkDocument, invalidateDocument } from './judge-document.ts'
import { listDocuments } from './list-documents.ts'
import { removeDocument } from './remove-document.ts'
import { uploadDocument } from './upload-document.ts'

export const documentRoutes = [
  listDocuments(contract.customerDocuments, 'customer'),
  downloadDocument(contract.downloadCustomerDocument, 'customer'),
  uploadDocument(contract.uploadCustomerDocument, 'customer'),
  checkDocument(contract.checkCustomerDocument, 'customer'),
  invalidateDocument(contract.invalidateCustomerDocument, 'customer'),
  removeDocument(contract.removeCustomerDocument, 'customer'),

  listDocuments(contract.accountDocuments, 'account'),
  downloadDocument(contract.downloadAccountDocument, 'account'),
  uploadDocument(contract.uploadAccountDocument, 'account'),
  checkDocument(contract.checkAccountDocument, 'account'),
  invalidateDocument(contract.invalidateAccountDocument, 'account'),
  removeDocument(contract.removeAccountDocument, 'account'),

  listDocuments(contract.subjectDocuments, 'subject'),
  downloadDocument(contract.downloadSubjectDocument, 'subject'),
  uploadDocument(contract.uploadSubjectDocument, 'subject'),
  checkDocument(contract.checkSubjectDocument, 'subject'),
  invalidateDocument(contract.invalidateSubjectDocument, 'subject'),
  removeDocument(contract.removeSubjectDocument, 'subject'),
]
