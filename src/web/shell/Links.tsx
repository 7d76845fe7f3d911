import { DownloadOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { useCore } from '../core/model.ts'
import { useT } from '../core/sentences.ts'

/** The documents to download and the help page, from `app.json`. */
export function Links() {
  const { links } = useCore().app
  const t = useT()
  return (
    <>
      {links.documents && (
        <a className="icon-button" href={links.documents} download aria-label={t('documents')} title={t('documents')}>
          <DownloadOutlined />
        </a>
      )}
      {links.help && (
        <a
          className="icon-button"
          href={links.help}
          target="_blank"
          rel="noopener"
          aria-label={t('help')}
          title={t('help')}
        >
          <QuestionCircleOutlined />
        </a>
      )}
    </>
  )
}
