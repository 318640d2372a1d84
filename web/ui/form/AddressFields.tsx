import { CityField, type CityOption } from './CityField.tsx'
import styles from './FormPage.module.css'
import { TextField } from './text-fields.tsx'
import type { FieldProps } from './useForm.ts'

export type AddressValues = {
  address: string
  house_number: string
  city: CityOption | null
  zip_code: string
  prov: string
}
type Stored = { [K in keyof AddressValues]: string | null } & { city_id: string | null }

/** Form values of a stored address; a municipality known only by name stays as it is. */
export const addressValues = (of?: Stored): AddressValues => ({
  address: of?.address ?? '',
  house_number: of?.house_number ?? '',
  city: of?.city
    ? { city_id: of.city_id ?? '', city_desc: of.city, prov_id: of.prov ?? '', zip_codes: [] }
    : null,
  zip_code: of?.zip_code ?? '',
  prov: of?.prov ?? '',
})

/** The request body of an address form. */
export const addressBody = ({ address, house_number, city, zip_code, prov }: AddressValues) => ({
  address: address || null,
  house_number: house_number || null,
  city: city?.city_desc ?? null,
  city_id: city?.city_id || null,
  zip_code: zip_code || null,
  prov: prov || null,
})

/** A form with an address among its values. */
type AddressForm = {
  field(name: 'city'): FieldProps<CityOption | null>
  field(name: Exclude<keyof AddressValues, 'city'>): FieldProps<string>
}

/**
 * Street, number, municipality. Choosing the municipality fills in the province, and the CAP if it has only one. `own`: it is
 * the user's own address, which the browser may fill in.
 */
export function AddressFields({
  form,
  own = false,
  loadCities,
}: {
  form: AddressForm
  own?: boolean
  loadCities: () => Promise<CityOption[]>
}) {
  const city = form.field('city')
  const zip = form.field('zip_code')
  const prov = form.field('prov')
  return (
    <>
      <div className={styles.pair} data-shape="long-short">
        <TextField
          {...form.field('address')}
          label="Indirizzo"
          autoComplete={own ? 'address-line1' : 'off'}
          maxLength={120}
          placeholder="Via Ghibellina"
        />
        <TextField {...form.field('house_number')} label="Numero civico" autoComplete="off" maxLength={20} />
      </div>
      <div className={styles.pair} data-shape="city">
        <CityField
          {...city}
          load={loadCities}
          onChange={(chosen) => {
            city.onChange(chosen)
            if (!chosen) return
            prov.onChange(chosen.prov_id)
            const [only, ...others] = chosen.zip_codes
            if (only && others.length === 0) zip.onChange(only)
            else if (!chosen.zip_codes.includes(zip.value)) zip.onChange('')
          }}
        />
        <TextField
          {...zip}
          label="CAP"
          inputMode="numeric"
          autoComplete={own ? 'postal-code' : 'off'}
          maxLength={5}
          placeholder={severalZips(city.value)}
        />
        <TextField
          {...prov}
          label="Provincia"
          autoComplete="off"
          maxLength={2}
          onChange={(text) => prov.onChange(text.toUpperCase())}
        />
      </div>
    </>
  )
}

/** `50121–50145`, for a city with several CAPs. */
function severalZips(city: CityOption | null) {
  const zips = city?.zip_codes ?? []
  return zips.length > 1 ? `${zips[0]}–${zips.at(-1)}` : undefined
}
