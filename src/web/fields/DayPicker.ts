/** The kit's picker, whose today and now are those of the product's zone, wherever the browser stands. */
import generatePicker from 'antd/es/date-picker/generatePicker'
import type { Dayjs } from 'dayjs'
import dayjsConfig from 'rc-picker/es/generate/dayjs'
import { appModel } from '../core/model.ts'
import { toPicker } from './pickers.ts'

export const DayPicker = generatePicker<Dayjs>({
  ...dayjsConfig,
  getNow: () => toPicker(Date.now(), appModel()?.timezone ?? 'UTC') as Dayjs,
})
