import { confirmAccountContact, confirmContact, confirmOfficeContact } from './confirm-contact.ts'
import {
  listAccountContactChanges,
  listOfficeContactChanges,
  withdrawAccountContact,
  withdrawOfficeContact,
} from './contact-changes.ts'

export const contactRoutes = [
  listOfficeContactChanges,
  withdrawOfficeContact,
  confirmOfficeContact,
  listAccountContactChanges,
  withdrawAccountContact,
  confirmAccountContact,
  confirmContact,
]
