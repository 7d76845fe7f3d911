import {
  CloseOutlined,
  LinkOutlined,
  PushpinFilled,
  PushpinOutlined,
  StarOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { Button, Input, Popover, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { SavedView } from '../../model/listViews.ts'
import { absolute, copyText } from '../core/copy.ts'
import { say } from '../core/feedback.tsx'
import { appModel } from '../core/model.ts'
import { useNewest } from '../core/newest.ts'
import { addressOf } from '../core/open.ts'
import { useCan } from '../core/permission.ts'
import { dropView, loadViews, makeUsual, saveView, useSavedViews, viewRoles } from '../core/savedViews.ts'
import { useT } from '../fields/sentences.ts'
import { forgetFormer, formerFilters, NO_PREFS } from './prefs.ts'
import { sortText } from './query.ts'
import type { ListHandle } from './useList.ts'

const NAME_MAX = 20

/** The saved views of a list behind a button. */
export function SavedViews({ list }: { list: ListHandle }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { at, altered } = list.views
  const title = at ? `${t('savedViews')}: ${at.name}${altered ? ` (${t('viewAltered')})` : ''}` : t('savedViews')
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={<ViewPanel list={list} onClose={() => setOpen(false)} />}
    >
      <Button
        type="text"
        icon={<StarOutlined />}
        className={at ? 'at-viewed' : undefined}
        aria-label={title}
        title={title}
        aria-expanded={open}
      >
        {at && <span className="at-view-name">{at.name}</span>}
      </Button>
    </Popover>
  )
}

/** The views of a list, and the list as it stands under a name. */
export function ViewPanel({ list, onClose }: { list: ListHandle; onClose: () => void }) {
  const t = useT()
  const { views } = list
  const saved = useSavedViews(views.screen, views.part)
  // Somebody may have shared one since the list was opened.
  useEffect(() => void loadViews(), [])
  useCarriedOver(list)
  const go = (act: () => void) => {
    act()
    onClose()
  }
  return (
    <div
      className="at-settings at-views"
      onKeyDown={(event) => {
        // In the sheet of a phone Enter would search.
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
    >
      <ul aria-label={t('savedViews')}>
        {views.at && (
          <li>
            <Button type="link" size="small" onClick={() => go(views.leave)}>
              {t('noView')}
            </Button>
          </li>
        )}
        {saved.map((one) => (
          <ViewLine key={one.link} view={one} list={list} onApply={() => go(() => views.apply(one))} />
        ))}
        {saved.length === 0 && <li className="at-quiet">{t('noSavedViews')}</li>}
      </ul>
      <SaveAs list={list} saved={saved} />
    </div>
  )
}

/** One view: its name applies it; beside it what else can be done with it. */
function ViewLine({ view, list: { views }, onApply }: { view: SavedView; list: ListHandle; onApply: () => void }) {
  const t = useT()
  const { name, own, usual, roleIds } = view
  const [busy, setBusy] = useState(false)
  const during = (work: Promise<unknown>) => {
    setBusy(true)
    // A refusal has been shown.
    work.catch(() => undefined).finally(() => setBusy(false))
  }
  const copy = () => {
    const address = addressOf(views.screen, views.link?.(view))
    copyText(absolute(address), t('viewLinkCopied', { name }))
  }
  const current = views.at?.link === view.link && !views.altered
  return (
    <li aria-current={current || undefined}>
      <Button type="link" size="small" onClick={onApply} title={name}>
        {name}
      </Button>
      <span className="at-view-tools">
        {(roleIds.length > 0 || own === 0) && (
          <TeamOutlined
            className="at-quiet"
            aria-label={t(own ? 'viewShared' : 'viewOfOthers')}
            title={t(own ? 'viewShared' : 'viewOfOthers')}
          />
        )}
        <Button
          type="text"
          size="small"
          disabled={busy}
          icon={usual ? <PushpinFilled /> : <PushpinOutlined />}
          aria-pressed={usual === 1}
          aria-label={t('viewUsual', { name })}
          title={t(usual ? 'viewIsUsual' : 'viewMakeUsual')}
          onClick={() => during(makeUsual(view.link, !usual))}
        />
        {views.link && (
          <Button
            type="text"
            size="small"
            icon={<LinkOutlined />}
            aria-label={t('copyViewLink', { name })}
            title={t('copyViewLink', { name })}
            onClick={copy}
          />
        )}
        {own === 1 && (
          <Button
            type="text"
            size="small"
            disabled={busy}
            icon={<CloseOutlined />}
            aria-label={t('dropView', { name })}
            title={t('dropView', { name })}
            onClick={() => during(dropView(view.link).then(() => views.at?.link === view.link && views.leave()))}
          />
        )}
      </span>
    </li>
  )
}

/** The form that saves the list as it stands: under the name of an own view it replaces that one. */
function SaveAs({ list: { views }, saved }: { list: ListHandle; saved: readonly SavedView[] }) {
  const t = useT()
  const can = useCan()
  const base = views.at?.own ? views.at : undefined
  const [typed, setTyped] = useState(base?.name ?? '')
  const [roles, setRoles] = useState<number[]>()
  const [busy, setBusy] = useState(false)
  const name = typed.trim()
  const old = saved.find((one) => one.own && one.name === name)
  const [menu = '', button = ''] = (appModel()?.shareCode ?? '').split('.')
  const shares = can(menu, button)
  const add = () => {
    if (!name || busy) return
    setBusy(true)
    const { screen, part } = views
    saveView({ name, screen, part, state: views.state(), ...(roles ? { roleIds: roles } : {}) })
      .then(
        ({ data, msg }) => {
          views.saved(data)
          if (msg) say.warn(msg, 6)
          else say.done(t('viewSaved', { name }))
        },
        () => undefined,
      )
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Input
        size="small"
        value={typed}
        maxLength={NAME_MAX}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={add}
        placeholder={t('viewName')}
        aria-label={t('viewName')}
      />
      {shares && <Roles value={roles ?? old?.roleIds ?? []} onChange={setRoles} />}
      <Button size="small" onClick={add} disabled={!name} loading={busy}>
        {t(old ? 'saveViewAgain' : 'saveView')}
      </Button>
    </>
  )
}

/** The roles that see the view too. */
function Roles({ value, onChange }: { value: number[]; onChange: (ids: number[]) => void }) {
  const t = useT()
  const [offered, setOffered] = useState<{ id: number; name: string }[]>()
  const asked = useRef(false)
  const ask = () => {
    if (asked.current) return
    asked.current = true
    viewRoles().then(setOffered, () => {
      asked.current = false
    })
  }
  // Names for the roles that are chosen already.
  const some = value.length > 0
  const newest = useNewest(ask)
  useEffect(() => {
    if (some) newest.current()
  }, [some, newest])
  return (
    <Select
      mode="multiple"
      size="small"
      value={offered ? value : []}
      loading={some && !offered}
      onChange={onChange}
      onOpenChange={(open) => open && ask()}
      options={(offered ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      optionFilterProp="label"
      // What to press next stands below.
      placement="topLeft"
      placeholder={t('shareView')}
      aria-label={t('shareView')}
      maxTagCount="responsive"
    />
  )
}

/** Filters that were saved in this browser become views, without a word; what is refused stays for the next time. */
function useCarriedOver({ key, views: { screen, part } }: ListHandle): void {
  useEffect(() => {
    const former = formerFilters(key)
    if (former.length === 0) return
    const { hidden, order, widths, density } = NO_PREFS
    const saving = former.map(({ name, filters, sort }) => {
      const sorted = sort ? { sort: sortText(sort) } : {}
      return saveView({ name, screen, part, state: { filters, ...sorted, hidden, order, widths, density } })
    })
    void Promise.all(saving).then(
      () => forgetFormer(key),
      () => undefined,
    )
  }, [key, screen, part])
}
