/** The button of a notice that copies what it says. */
import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { copyText } from '../../core/copy.ts'
import { t } from '../../fields/sentences.ts'

export const copyButton = (text: string): ReactNode => (
  <Button
    size="small"
    icon={<CopyOutlined />}
    onClick={(event) => {
      event.stopPropagation()
      copyText(text, t('copied'))
    }}
  >
    {t('copy')}
  </Button>
)
