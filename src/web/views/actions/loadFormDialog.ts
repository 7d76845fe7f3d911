/** Loads the code of the dialog with a form. */
export const loadFormDialog = () => import('../../forms/FormDialog.tsx')
