import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOfKey } from '../../../src/server/files/names.ts'
import { readTable } from '../../../src/server/calls/sheet-reader.ts'
import type { Lang } from '../../../src/model/model.ts'
import { engines } from '../db/engines.ts'
import { extended, openShop, shopModel, type Shop } from './shop.ts'

const SAID = {
  label: { zh: '用语', en: 'Words' },
  words: true,
  values: {
    moved: { zh: '搬家', en: 'Moved away' },
    given: { zh: '转给 {name}', en: 'Given to {name}' },
  },
}
const text = (more: object) => ({ type: 'string', label: { zh: '备注', en: 'Remark' }, managed: true, ...more })

describe.each(engines)('words on $name', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    const fields = { why: text({ words: 'said' }), town: text({ en: 'townEn' }), townEn: text({}) }
    const overlay = extended('customer', fields, { columns: ['realName', 'why', 'town'] })
    shop = await openShop(engine, shopModel({ ...overlay, 'dictionaries/said.json': JSON.stringify(SAID) }))
  })
  afterAll(() => shop.close())

  it('are exported in the language of whoever asks, whenever they were written', async () => {
    for (const [i, why] of ['搬家', '转给 李', '搬家了', null].entries()) {
      await shop.post('max', 'customer/add', { realName: `n${i}`, mobile: `1360000000${i}`, salesId: shop.ids.ann })
      const town = [why, i === 0 ? '重庆' : '成都', i === 0 ? 'Chongqing' : null, `n${i}`]
      await shop.db.query('update "customer" set "why" = $1, "town" = $2, "townEn" = $3 where "realName" = $4', town)
    }
    const rows = async (lang: Lang) => {
      const actor = { ...shop.actor('max'), lang }
      const { data } = await shop.app.run('customer/export', actor, { sortField: 'id', sortOrder: 'asc' })
      const key = /t[0-9a-f]{40}\.xlsx/.exec(String((data as { url: unknown }).url))?.[0] ?? ''
      return (await readTable(await shop.files.get(pathOfKey(key)))).slice(1).map((row) => row.cells.slice(1))
    }
    expect(await rows('en')).toEqual([
      ['Moved away', 'Chongqing'],
      ['Given to 李', '成都'],
      ['搬家了', '成都'],
      [null, '成都'],
    ])
    expect(await rows('zh')).toEqual([
      ['搬家', '重庆'],
      ['转给 李', '成都'],
      ['搬家了', '成都'],
      [null, '成都'],
    ])
  })
})
