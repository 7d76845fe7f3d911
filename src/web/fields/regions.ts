/** Provinces and cities of China by their codes (GB/T 2260), read from the compact table in regionTable.ts. */
import type { Lang, Text } from '../../model/model.ts'
import { REGIONS } from './regionTable.ts'

export interface Region {
  code: string
  name: Text
}

interface Table {
  provinces: Region[]
  cities: Map<string, Region[]>
  names: Map<string, Text>
}

let table: Table | undefined

/** A line is a province (`11 北京 Beijing`), then its cities (`01 北京 Beijing`), separated by commas. */
function read(): Table {
  const made: Table = { provinces: [], cities: new Map(), names: new Map() }
  for (const line of REGIONS.trim().split('\n')) {
    const [head = '', ...rest] = line.split(',')
    const province = regionOf(head, '', '0000')
    made.provinces.push(province)
    made.cities.set(
      province.code,
      rest.map((city) => regionOf(city, province.code.slice(0, 2), '00')),
    )
  }
  for (const one of [...made.provinces, ...[...made.cities.values()].flat()]) made.names.set(one.code, one.name)
  return made
}

function regionOf(entry: string, before: string, after: string): Region {
  const [digits = '', zh = '', ...en] = entry.trim().split(' ')
  return { code: `${before}${digits}${after}`, name: { zh, en: en.join(' ') } }
}

const all = (): Table => (table ??= read())

export const provinces = (): readonly Region[] => all().provinces
/** The cities of a province. */
export const citiesOf = (province: string): readonly Region[] => all().cities.get(province) ?? []
/** The province of a code. */
export const provinceOf = (code: string): string => `${code.slice(0, 2)}0000`

/** `四川 成都`; an unknown code is shown as it is. */
export function regionName(code: string, lang: Lang): string {
  const { names } = all()
  const city = names.get(code)?.[lang]
  const province = names.get(provinceOf(code))?.[lang]
  if (!city) return code
  return code === provinceOf(code) || city === province
    ? city
    : lang === 'zh'
      ? `${province} ${city}`
      : `${city}, ${province}`
}
