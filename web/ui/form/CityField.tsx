import { fold } from '@saldo/domain/fold'
import { useMemo } from 'react'
import type { Reference } from './OptionList.tsx'
import { ReferenceField } from './ReferenceField.tsx'
import type { FieldProps } from './useForm.ts'

export type CityOption = { city_id: string; city_desc: string; prov_id: string; zip_codes: string[] }

/** Cities whose name begins with the text come first, short names before long. */
export function citiesLike(cities: readonly CityOption[], text: string, limit = 20): CityOption[] {
  const wanted = fold(text)
  const begins = (city: CityOption) => fold(city.city_desc).startsWith(wanted)
  return cities
    .filter((city) => fold(city.city_desc).includes(wanted))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)) || a.city_desc.length - b.city_desc.length)
    .slice(0, limit)
}

/**
 * An Italian municipality. `load` loads all of them (once). The value is null or the chosen city, whose province and
 * zip codes can fill other fields.
 */
export function CityField({
  load,
  value,
  onChange,
  label = 'Comune',
  ...rest
}: FieldProps<CityOption | null> & {
  load: () => Promise<CityOption[]>
  label?: string
  required?: boolean
  disabled?: boolean
}) {
  const known = useMemo(() => new Map<string, CityOption>(), [])
  const search = async (text: string): Promise<Reference[]> =>
    citiesLike(await load(), text).map((city) => {
      known.set(city.city_id, city)
      return { value: city.city_id, label: city.city_desc, hint: city.prov_id }
    })
  return (
    <ReferenceField
      {...rest}
      kind="cities"
      label={label}
      search={search}
      value={value && { value: value.city_id, label: value.city_desc, hint: value.prov_id }}
      onChange={(chosen) => onChange(chosen ? (known.get(chosen.value) ?? null) : null)}
    />
  )
}
