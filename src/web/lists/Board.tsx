import { dictionaryOf } from '../../model/fields.ts'
import { useCells, usePartModel } from '../fields/context.tsx'
import { tag } from '../fields/cells.tsx'
import { Card, cardShape, type CardsProps } from './Cards.tsx'
import { walkProps } from './keys.ts'

/** Rows as cards in columns, one column for each state. Cards move by buttons, not by dragging. */
export function Board(props: CardsProps) {
  const { list, onOpen, empty } = props
  const cells = useCells()
  const { resources, dictionaries } = usePartModel()
  const resource = resources[list.view.resource]
  const { state } = cardShape(list.columns, resource?.title, resource?.facts ?? [])
  const dictionary = dictionaryOf(dictionaries, state?.field)
  const shape = { ...cardShape(list.columns, resource?.title, resource?.facts ?? []), state: undefined }
  if (!state || !dictionary || list.rows.length === 0) return <div className="at-cards-empty">{empty}</div>
  const find = (key: string) => list.rows.find((row) => String(row.id) === key)
  const values = dictionary.values.filter(
    (value) => !value.retired || list.rows.some((row) => row[state.path] === value.value),
  )
  return (
    <div
      className={`at-board at-walk${list.state === 'busy' ? ' at-busy' : ''}`}
      {...walkProps({
        onOpen:
          onOpen &&
          ((key) => {
            const row = find(key)
            if (row) onOpen(row)
          }),
      })}
    >
      {values.map((value) => {
        const rows = list.rows.filter((row) => row[state.path] === value.value)
        return (
          <section key={value.name} aria-label={value.label[cells.lang]}>
            <h3>
              {tag(value.label[cells.lang], value.tone)}
              <span>{rows.length}</span>
            </h3>
            {rows.map((row) => (
              <Card key={String(row.id)} {...props} row={row} shape={shape} />
            ))}
          </section>
        )
      })}
    </div>
  )
}
