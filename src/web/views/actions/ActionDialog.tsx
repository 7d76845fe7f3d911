import { lazy, Suspense } from 'react'
import { useT } from '../../fields/sentences.ts'
import type { FormTask } from '../../forms/task.ts'
import { LeftOut, Told } from './confirm.tsx'
import { loadFormDialog } from './loadFormDialog.ts'
import type { Actions } from './useActions.ts'
import { titleOfDialog, warningOf } from './wording.ts'

const FormDialog = lazy(async () => ({ default: (await loadFormDialog()).FormDialog }))
const Beside = lazy(async () => ({ default: (await import('./Beside.tsx')).Beside }))
const ImportDialog = lazy(async () => ({
  default: (await import('../../lists/transfer/ImportDialog.tsx')).ImportDialog,
}))

/** The dialog that a button opened, if one is open. */
export function ActionDialog({ actions }: { actions: Actions }) {
  const t = useT()
  const { dialog, wording } = actions
  if (!dialog) return null
  const label = dialog.action.label[wording.cells.lang]
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'form' ? (
        <FormDialog
          key={dialog.action.key}
          task={dialog.task}
          ok={asks(dialog.task) ? label : t('save')}
          danger={dialog.task.call.danger}
          note={
            <>
              <Told deed={dialog} wording={wording} />
              <Warning text={warningOf(dialog, wording)} />
              <LeftOut {...dialog.left} />
            </>
          }
          beside={dialog.task.call.beside && <Beside task={dialog.task} />}
          onClose={actions.close}
          title={titleOfDialog(dialog, wording)}
          onDone={(answer, typed) => actions.finish(dialog, answer, typed)}
        />
      ) : (
        <ImportDialog
          call={dialog.call}
          fixed={dialog.fixed}
          title={label}
          onClose={actions.close}
          onDone={() => actions.imported(dialog.call)}
        />
      )}
    </Suspense>
  )
}

/** What is asked before an action without a dialog stands in the dialog of one that has it. */
const Warning = ({ text }: { text: string | undefined }) => text && <p className="at-warning">{text}</p>

/** The save button of a dialog with loaded values says "Save"; any other, and that of a move, has the label of the action. */
const asks = ({ mode, loaded, call }: FormTask): boolean =>
  mode === 'ask' && (loaded === undefined || Boolean(call.move))
