import type { SettingsView } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { InnerView } from './InnerView.tsx'
import { Parameters } from './Parameters.tsx'
import { Scoped } from './scope.tsx'
import { TabPanels } from './TabStrip.tsx'
import { useTab } from './useTab.ts'
import './views.css'
import '../lists/lists.css'

/** Several small lists side by side, or the parameters of a business as a form. */
export function SettingsScreen({ view }: { view: SettingsView }) {
  return (
    <Scoped>
      <Body view={view} />
    </Scoped>
  )
}

function Body({ view }: { view: SettingsView }) {
  if (view.parameters) return <Parameters view={view} of={view.parameters} />
  return <Lists view={view} />
}

function Lists({ view }: { view: SettingsView }) {
  const text = useText()
  const [at, setAt] = useTab(view.tabs.map((tab) => tab.key))
  return (
    <TabPanels
      label={text(view.label)}
      active={at}
      onChange={setAt}
      tabs={view.tabs.map((tab) => ({
        key: tab.key,
        label: text(tab.label),
        draw: () => <InnerView view={tab} active={at === tab.key} fills />,
      }))}
    />
  )
}
