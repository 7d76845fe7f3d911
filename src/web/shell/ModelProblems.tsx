import { CloseOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { PushMessage } from '../../model/web.ts'
import { coreModel, replaceModel } from '../core/model.ts'
import { usePush } from '../core/push.ts'
import { useT } from '../core/sentences.ts'
import { askAgain } from '../core/session.ts'
import './problems.css'

type Problems = Extract<PushMessage, { path: '/api/push/model' }>['data']['problems']

/**
 * Development only: replaces the model without a reload, and shows the problems of the schemas while
 * the last good model stays in use. In production the server never sends this message.
 */
export function ModelProblems() {
  const t = useT()
  const [problems, setProblems] = useState<Problems>([])
  usePush('/api/push/model', ({ hash, menus, problems: found }) => {
    setProblems(found)
    if (!found.length && hash !== coreModel()?.hash)
      replaceModel(hash, menus ? askAgain() : undefined).catch((error: unknown) =>
        console.info('model: not replaced', error),
      )
  })
  if (!problems.length) return null
  return (
    <aside className="problems" role="alert">
      <header>
        <strong>{t('problems', { count: problems.length })}</strong>
        <button type="button" className="icon-button" aria-label={t('close')} onClick={() => setProblems([])}>
          <CloseOutlined />
        </button>
      </header>
      <ol>
        {problems.map((problem, at) => (
          <li key={at}>
            <code>
              {problem.file}:{problem.line}:{problem.column}
            </code>{' '}
            {problem.message} <b>[{problem.code}]</b>
          </li>
        ))}
      </ol>
    </aside>
  )
}
