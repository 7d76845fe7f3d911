/** Provinces, cities and districts around the sales cities. */
import type { DictionaryValues } from '../src/generated/dictionaries.ts'
import type { Seeder, Values } from './seeder.ts'

const REGIONS: [string, string, [string, string, [string, string][]][]][] = [
  [
    '500000',
    '重庆市',
    [
      [
        '500100',
        '重庆市',
        [
          ['500103', '渝中区'],
          ['500104', '大渡口区'],
          ['500105', '江北区'],
          ['500106', '沙坪坝区'],
          ['500107', '九龙坡区'],
          ['500108', '南岸区'],
          ['500109', '北碚区'],
          ['500112', '渝北区'],
          ['500113', '巴南区'],
        ],
      ],
    ],
  ],
  [
    '510000',
    '四川省',
    [
      [
        '510100',
        '成都市',
        [
          ['510104', '锦江区'],
          ['510105', '青羊区'],
          ['510106', '金牛区'],
          ['510107', '武侯区'],
          ['510108', '成华区'],
          ['510112', '龙泉驿区'],
          ['510116', '双流区'],
        ],
      ],
    ],
  ],
  [
    '520000',
    '贵州省',
    [
      [
        '520100',
        '贵阳市',
        [
          ['520102', '南明区'],
          ['520103', '云岩区'],
          ['520111', '花溪区'],
          ['520115', '观山湖区'],
        ],
      ],
    ],
  ],
  [
    '310000',
    '上海市',
    [
      [
        '310100',
        '上海市',
        [
          ['310101', '黄浦区'],
          ['310104', '徐汇区'],
          ['310105', '长宁区'],
          ['310106', '静安区'],
          ['310112', '闵行区'],
          ['310115', '浦东新区'],
        ],
      ],
    ],
  ],
]

export async function seedRegions(s: Seeder, values: Values): Promise<void> {
  const level = (name: DictionaryValues['region_level']) => values('region_level', name)
  await s.addAll(
    'address',
    REGIONS.map(([code, name]) => ({ code, name, level: level('province') })),
  )
  await s.addAll(
    'address',
    REGIONS.flatMap(([parentCode, , cities]) =>
      cities.map(([code, name]) => ({ code, name, parentCode, level: level('city') })),
    ),
  )
  await s.addAll(
    'address',
    REGIONS.flatMap(([, , cities]) =>
      cities.flatMap(([parentCode, , districts]) =>
        districts.map(([code, name]) => ({ code, name, parentCode, level: level('district') })),
      ),
    ),
  )
}
