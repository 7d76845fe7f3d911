import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState, type DragEvent } from 'react'
import { targetOf } from '../../../model/fields.ts'
import type { CallModel, FieldModel } from '../../../model/model.ts'
import { enginePath } from '../../core/calls.ts'
import { useEnv } from '../../core/env.ts'
import { useLang } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { call, CallRefused } from '../../core/request.ts'
import { usePartModel } from '../../fields/context.tsx'
import { entryEnv, isRequired, picked } from '../../fields/entry.ts'
import { fieldView } from '../../fields/lookup.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { download } from './exportRows.ts'
import type { Importing } from './useImport.ts'

/** The inputs of an import and the place for its file. */
export function ChooseFile({ importing, work }: { importing: CallModel; work: Importing }) {
  const { fields, values } = work
  const isMissing = ({ name, required }: FieldModel) =>
    required && (values[name] === undefined || values[name] === null)
  const off = fields.some(isMissing)
  // Chosen before the rest was filled in: read as soon as it is.
  const [kept, setKept] = useState<File>()
  const newest = useNewest(work)
  useEffect(() => {
    if (kept && !off) void newest.current.read(kept)
  }, [kept, off, newest])
  return (
    <div className="at-import">
      {fields.map((field) => (
        <InputItem key={field.name} field={field} work={work} />
      ))}
      <FileDrop kept={kept} onFile={setKept} />
      <Template importing={importing} given={{ ...work.fixed, ...values }} />
    </div>
  )
}

/** An input that is asked once for the whole file. */
function InputItem({ field, work: { values, setValues } }: { field: FieldModel; work: Importing }) {
  const lang = useLang()
  const env = useEnv()
  const { resources } = usePartModel()
  const { Input } = fieldView(field.type)
  const id = `import-${field.name}`
  const change = (value: unknown, chosen: WireRow | WireRow[] | undefined) => {
    const titled = field.type === 'ref' ? picked(field, values, chosen, targetOf(resources, field)?.title) : values
    setValues({ ...titled, [field.name]: value })
  }
  return (
    <div className="at-item">
      <label htmlFor={id} id={`${id}-label`} className={field.required ? 'at-label at-required' : 'at-label'}>
        {field.label[lang]}
      </label>
      <Input
        id={id}
        field={field}
        value={values[field.name]}
        row={values}
        env={() => entryEnv(env, values)}
        labelledBy={`${id}-label`}
        onChange={change}
      />
    </div>
  )
}

/** Accepts a dropped or chosen file. `kept`: one that waits until the inputs are filled in. */
function FileDrop({ kept, onFile }: { kept: File | undefined; onFile: (file: File) => void }) {
  const t = useT()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <label
      className={`at-import-file${over ? ' at-drop-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        className="unseen"
        accept=".xlsx,.csv"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
        }}
      />
      <InboxOutlined aria-hidden />
      <span>{kept ? t('importWaits', { name: kept.name }) : t('chooseImport')}</span>
    </label>
  )
}

/** The file to fill in, and its columns; which of them must be filled follows from what is `given` for the whole file. */
function Template({ importing, given }: { importing: CallModel; given: WireRow }) {
  const t = useT()
  const lang = useLang()
  const env = entryEnv(useEnv(), given)
  const code = importing.import?.template
  const fetchTemplate = async () => {
    try {
      const { data } = await call<{ url: string }>(enginePath('template'), { code })
      download(data.url)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
    }
  }
  const names = (importing.import?.fields ?? []).map(
    (field) => `${field.label[lang]}${isRequired(field, env) ? '*' : ''}`,
  )
  return (
    <p className="at-quiet">
      {code && (
        <Button type="link" size="small" icon={<DownloadOutlined />} onClick={() => void fetchTemplate()}>
          {t('fetchTemplate')}
        </Button>
      )}
      {t('importColumns', { names: names.join(lang === 'zh' ? '、' : ', ') })}
    </p>
  )
}
