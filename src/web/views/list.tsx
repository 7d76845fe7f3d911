import { Suspense, useCallback, useState } from 'react'
import type { ListView } from '../../model/model.ts'
import { ADDRESS } from '../../model/reserved.ts'
import { useText } from '../core/i18n.ts'
import { preloadable } from '../core/lazy.ts'
import { Coming } from '../lists/Empty.tsx'
import { namesIn } from '../lists/listState.ts'
import { InnerView } from './InnerView.tsx'
import type { LeftChoice, LeftPaneProps } from './LeftPane.tsx'
import { ListBody } from './ListBody.tsx'
import { OnWrites, Scoped, useScope } from './scope.tsx'
import { TabPanels } from './TabStrip.tsx'
import { useTab } from './useTab.ts'
import './views.css'
import '../lists/lists.css'

/** Lazy: few lists have a left pane, and it needs the code of the tree. */
const LeftPane = preloadable<LeftPaneProps>(async () => ({ default: (await import('./LeftPane.tsx')).LeftPane }))

/** Rows of a resource, on a screen of their own or inside another view. */
export function ListScreen({ view }: { view: ListView }) {
  return (
    <Scoped>
      <Sided view={view} />
    </Scoped>
  )
}

/** A tree or list at the left whose chosen row filters the list at the right. */
function Sided({ view }: { view: ListView }) {
  const [choice, setChoice] = useState<LeftChoice>()
  const [written, setWritten] = useState(0)
  const onChanged = useCallback(() => setWritten((old) => old + 1), [])
  const [ready, setReady] = useState(false)
  const onReady = useCallback(() => setReady(true), [])
  if (!view.left) return <Tabbed view={view} />
  return (
    <div className="at-sided">
      <Suspense fallback={<aside className="at-left" />}>
        <LeftPane {...view.left} {...{ choice, written, onReady }} onChoose={setChoice} />
      </Suspense>
      <OnWrites onChanged={onChanged}>
        {ready || !view.left.first ? <Tabbed view={view} choice={choice} /> : <Coming />}
      </OnWrites>
    </div>
  )
}

/** Named tabs each have a list of their own; a hidden one keeps its state. */
function Tabbed({ view, choice }: { view: ListView; choice?: LeftChoice }) {
  const text = useText()
  const views = view.tabs?.kind === 'views' ? view.tabs.views : undefined
  const { params, setQuery, screen } = useScope()
  const keys = (views ?? []).map((one) => one.key)
  const leaves = (views ?? []).flatMap((one) => (one.view === 'list' ? namesIn(one) : []))
  const own = new Set(screen.params.map(({ name }) => name))
  const [at, setAt] = useTab(keys, { leaves: leaves.filter((name) => !own.has(name)) })
  // The tab whose state the address says: the one in sight, once the address knows of it.
  const told = setQuery && (params[ADDRESS.part] ?? keys[0])
  if (!views) return <ListBody view={view} choice={choice} />
  return (
    <TabPanels
      label={text(view.label)}
      active={at}
      onChange={setAt}
      tabs={views.map((inner) => ({
        key: inner.key,
        label: text(inner.label),
        draw: () => (
          <InnerView
            view={inner}
            fixed={choice?.fixed}
            active={inner.key === at}
            fills
            reads={inner.key === at && inner.key === told}
          />
        ),
      }))}
    />
  )
}
