/** 409 at the field; for `conflictIfNotUnique`. One IBAN belongs to one condominium (art. 1129 c.c.). */
export const accountConflicts = {
  one_account_per_fiscal_code: { fiscal_code: 'Questo codice fiscale è già di un altro condominio.' },
  one_account_per_iban: {
    iban: 'Questo IBAN è già di un altro condominio: ogni condominio ha il suo conto.',
  },
}
