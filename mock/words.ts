/** Invented names, phones and places. */
import { between, fromTemplate, pick } from '../src/samples/chance.ts'

const SURNAMES = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段',
]
const FEMALE = [
  '静',
  '敏',
  '婷',
  '雪',
  '倩',
  '玲',
  '芳',
  '洁',
  '蕾',
  '琳',
  '佳',
  '雨桐',
  '曦',
  '梦洁',
  '思颖',
  '晓梅',
  '欣怡',
  '雅文',
  '可馨',
  '语嫣',
  '诗涵',
  '美琪',
  '丽娜',
  '文静',
  '秀英',
]
const MALE = [
  '伟',
  '强',
  '磊',
  '洋',
  '勇',
  '杰',
  '超',
  '涛',
  '明',
  '浩',
  '宇轩',
  '子豪',
  '俊杰',
  '志远',
  '建国',
  '文博',
  '启明',
  '正阳',
  '晨',
  '帆',
]
const BABY = [
  '小满',
  '小雨',
  '果果',
  '糖糖',
  '豆豆',
  '米粒',
  '朵朵',
  '安安',
  '乐乐',
  '一诺',
  '沐阳',
  '芊芊',
  '可可',
  '团子',
  '桃桃',
  '星星',
  '年年',
  '知夏',
  '初一',
  '南南',
]
const DISTRICTS: Record<string, string[]> = {
  500100: [
    '渝北区龙山街道',
    '江北区观音桥步行街',
    '渝中区解放碑',
    '南岸区南坪万达',
    '沙坪坝区三峡广场',
    '九龙坡区杨家坪',
  ],
  510100: ['锦江区春熙路', '武侯区桐梓林', '青羊区宽窄巷子', '高新区天府三街', '金牛区营门口'],
  520100: ['云岩区喷水池', '南明区花果园', '观山湖区会展城'],
  310100: ['徐汇区衡山路', '浦东新区陆家嘴', '静安区南京西路', '闵行区七宝'],
}

export const womanName = (random: () => number): string => pick(random, SURNAMES) + pick(random, FEMALE)
export const manName = (random: () => number): string => pick(random, SURNAMES) + pick(random, MALE)
export const babyName = (random: () => number, mother: string): { name: string; nickname: string } => {
  const nickname = pick(random, BABY)
  return { name: mother.slice(0, 1) + nickname, nickname }
}

/** A street address of a sales city. */
export function addressIn(random: () => number, cityCode: string): string {
  return `${pick(random, DISTRICTS[cityCode] ?? DISTRICTS[500100]!)}${between(random, 1, 288)}号`
}

/** Mobiles 1381…–1389…, each once: `index` makes it unique, the stream only scatters it. */
export function mobileOf(random: () => number, index: number): string {
  const { tail } = fromTemplate<{ tail: string }>(random, { tail: /\d{2}/ })
  return `138${1 + (index % 9)}${String(index).padStart(5, '0')}${tail}`.slice(0, 11)
}
